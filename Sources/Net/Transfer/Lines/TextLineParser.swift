public import Foundation

/// Cuts text that arrives in pieces into lines, which end with LF or CRLF.
///
/// ```swift
/// var parser = TextLineParser()
/// parser.append(piece)
/// while let line = try parser.next() { print(line) }
/// ```
///
/// A character that is cut in two is whole in its line. What the encoding does not know is read as UTF-8, and what is no
/// UTF-8 as U+FFFD.
public struct TextLineParser: StreamParser {
  private var lines: LineParser
  private var encoding: String.Encoding
  /// Makes UTF-8 of encodings in which LF is more than the byte 10.
  private var transcoder: WideTextTranscoder?
  private let mayInherit: Bool

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - encoding: How the text is encoded. Nil is by the charset of the response that is read (RFC 9110 section 8.3.2),
  ///     and UTF-8 elsewhere, or where the charset is not known. UTF-16 and UTF-32 without a byte order mark, and without
  ///     an order in their names, are big-endian (RFC 2781 section 4.3).
  ///   - maximumLength: How many bytes a line may have; of UTF-16 and UTF-32, how many as UTF-8.
  public init(encoding: String.Encoding? = nil, maximumLength: Int = LineParser.defaultMaximumLength) {
    lines = LineParser(maximumLength: maximumLength)
    self.encoding = .utf8
    mayInherit = encoding == nil
    use(encoding ?? .utf8)
  }

  private mutating func use(_ encoding: String.Encoding) {
    transcoder = WideTextTranscoder(encoding)
    self.encoding = transcoder == nil ? encoding : .utf8
  }

  /// The number of the line that was given last, counted from 1; 0 before the first.
  public var lineNumber: Int { lines.lineNumber }

  /// Adds bytes at the end.
  public mutating func append(_ piece: Data) {
    if transcoder == nil { lines.append(piece) } else { transcode(piece) }
  }

  /// Says that no bytes follow, so that those after the last end are a line.
  public mutating func finish() {
    if let rest = transcoder?.finish() { lines.append(rest) }
    lines.finish()
  }

  /// The next line, without its end; nil when its end has not arrived, and at the end of the input.
  ///
  /// - Throws: ``LineTooLong``, from then on at every call.
  public mutating func next() throws(LineTooLong) -> String? {
    guard let line = try lines.next() else { return nil }
    if encoding != .utf8, let text = String(bytes: line, encoding: encoding) { return text }
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func transcode(_ piece: Data) {
    if let text = transcoder?.utf8(of: piece) { lines.append(text) }
  }
}

extension TextLineParser: DecodingParser {
  mutating func inherit(from response: ReceivedResponse) {
    if mayInherit { use(StringSerializer.encoding(of: response.head) ?? .utf8) }
  }
}
