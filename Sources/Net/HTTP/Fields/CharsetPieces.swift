import Foundation

/// Cuts texts in GB18030 and ISO-2022-JP into pieces that Foundation converts correctly.
///
/// On Linux it converts in blocks, and fails between two: it decodes no text in ISO-2022-JP with an escape sequence
/// after some five hundred other bytes, nor one in GB18030 whose last character crosses the end of a block, and traps
/// when it encodes some of them. Pieces are shorter than a block.
enum CharsetPieces {
  /// The number of bytes after which a piece to decode ends.
  private static let byteLimit = 400
  /// The number of code points after which a piece to encode ends: before an ASCII character, or else after twice as
  /// many.
  private static let scalarLimit = 100

  private static let escape: UInt8 = 0x1b

  /// Returns the pieces of a text in GB18030, each of whole characters if the text is valid.
  static func gb18030(_ data: Data) -> [Data] {
    var pieces: [Data] = []
    var (start, index) = (data.startIndex, data.startIndex)
    while index < data.endIndex {
      if index - start >= byteLimit {
        pieces.append(data[start..<index])
        start = index
      }
      var length = 1
      if data[index] > 0x80 {
        let isLong = index + 1 < data.endIndex && 0x30...0x39 ~= data[index + 1]
        length = isLong ? 4 : 2
      }
      index = min(index + length, data.endIndex)
    }
    pieces.append(data[start..<index])
    return pieces
  }

  /// Returns the pieces of a text in ISO-2022-JP, each after the escape sequence that applies to its beginning.
  static func iso2022JP(_ data: Data) -> [Data] {
    var pieces: [Data] = []
    var piece = Data()
    var sequence = Data()
    var rest = data
    while let byte = rest.first {
      if piece.count >= byteLimit {
        pieces.append(piece)
        // Foundation refuses a sequence that another one follows.
        piece = byte == escape ? Data() : sequence
      }
      var length = 1
      if byte == escape {
        length = sequenceLength(rest)
        sequence = Data(rest.prefix(length))
      } else if byte < 0x20 {
        // A line begins in ASCII again.
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { sequence = Data() }
      } else if sequence.dropFirst().first == UInt8(ascii: "$") {
        // With a dollar sign a character has two bytes.
        length = 2
      }
      piece.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    pieces.append(piece)
    return pieces
  }

  /// Returns the length of the escape sequence at the start of a text.
  private static func sequenceLength(_ text: Data) -> Int {
    text.starts(with: [escape, UInt8(ascii: "$"), UInt8(ascii: "(")]) ? 4 : 3
  }

  /// Adds an encoded piece in ISO-2022-JP to those before it, without the escape sequences between them that change
  /// nothing.
  static func join(_ piece: Data, to data: inout Data) {
    var piece = piece
    if piece.first == escape, data.suffix(3) == Data([escape, UInt8(ascii: "("), UInt8(ascii: "B")]) {
      data.removeLast(3)
      if let last = data.lastIndex(of: escape) {
        let sequence = data[last...].prefix(sequenceLength(data[last...]))
        if piece.starts(with: sequence) { piece = piece.dropFirst(sequence.count) }
      }
    }
    data.append(piece)
  }

  /// Returns the pieces of a text to encode.
  static func text(_ text: String) -> [String] {
    var pieces: [String] = []
    var piece = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      if count >= scalarLimit, scalar.isASCII || count >= 2 * scalarLimit {
        pieces.append(String(piece))
        (piece, count) = (String.UnicodeScalarView(), 0)
      }
      piece.append(scalar)
      count += 1
    }
    pieces.append(String(piece))
    return pieces
  }
}
