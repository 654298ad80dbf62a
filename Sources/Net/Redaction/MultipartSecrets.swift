import Foundation

/// The parts of a multipart body (RFC 2046 section 5.1.1), which may be truncated or use LF line breaks.
struct MultipartSecrets {
  private let bytes: [UInt8]
  /// The header and the content of each part.
  private let parts: [(head: Range<Int>, content: Range<Int>)]

  /// Returns nil if the body does not begin with a delimiter.
  init?(_ bytes: [UInt8]) {
    let dash = UInt8(ascii: "-")
    // A preamble is allowed, but never used in practice.
    let start = bytes.firstIndex { !SecretSweep.isSpace($0) } ?? 0
    let delimiter = bytes[start...].prefix { !SecretSweep.isLineBreak($0) }
    guard delimiter.count > 2, delimiter.starts(with: [dash, dash]) else { return nil }
    self.bytes = bytes
    var parts: [(head: Range<Int>, content: Range<Int>)] = []
    var lineStart = start
    var partStart: Int?
    while lineStart < bytes.count {
      let line = bytes[lineStart...].prefix { $0 != 0x0a }
      if bytes[lineStart] == dash, line.starts(with: delimiter) {
        if let partStart {
          let end = max(partStart, Self.withoutLineBreak(bytes, lineStart))
          parts.append(Self.part(bytes, partStart..<end))
        }
        partStart = min(line.endIndex + 1, bytes.count)
      }
      lineStart = line.endIndex + 1
    }
    if let partStart { parts.append(Self.part(bytes, partStart..<bytes.count)) }
    self.parts = parts
  }

  /// Returns the end of the content before the delimiter that begins at `end`, without its line break.
  private static func withoutLineBreak(_ bytes: [UInt8], _ end: Int) -> Int {
    guard end > 0 else { return end }
    return end > 1 && bytes[end - 2] == 0x0d ? end - 2 : end - 1
  }

  private static func part(_ bytes: [UInt8], _ range: Range<Int>) -> (head: Range<Int>, content: Range<Int>) {
    guard range.lowerBound < range.upperBound else { return (range.lowerBound..<range.lowerBound, range) }
    var index = range.lowerBound
    while index < range.upperBound {
      let line = bytes[index..<range.upperBound].prefix { $0 != 0x0a }
      let next = min(line.endIndex + 1, range.upperBound)
      if line.allSatisfy(SecretSweep.isSpace) { return (range.lowerBound..<index, next..<range.upperBound) }
      index = next
    }
    return (range, range.upperBound..<range.upperBound)
  }

  /// Returns the body with some contents replaced, or nil if none are.
  ///
  /// - `content`: Receives the name, content and type of a part. Returns the replacement, or nil to keep the
  ///   content.
  func redacted(
    _ content: (_ name: String?, _ content: [UInt8], _ type: String) -> [UInt8]?
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    for part in parts where !part.content.isEmpty {
      let head = String(decoding: bytes[part.head], as: UTF8.self)
      let type = Self.field("content-type", of: head)?.lowercased() ?? ""
      let name = Self.field("content-disposition", of: head).flatMap(Self.name)
      guard let new = content(name, Array(bytes[part.content]), type) else { continue }
      result += bytes[copied..<part.content.lowerBound] + new
      copied = part.content.upperBound
    }
    return copied > 0 ? result + bytes[copied...] : nil
  }

  private static func field(_ name: String, of head: String) -> String? {
    for line in head.split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name else {
        continue
      }
      return pair[1].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  /// Returns the `name` of a `Content-Disposition`, quoted or not.
  private static func name(of disposition: String) -> String? {
    for part in disposition.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard pair.count == 2, ["name", "name*"].contains(pair[0].lowercased()) else { continue }
      return pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }
    return nil
  }
}
