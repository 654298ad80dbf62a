public import Foundation

/// Splits text that arrives in chunks into lines, which end with LF or CRLF.
///
/// ```swift
/// var parser = TextLineParser()
/// parser.append(chunk)
/// while let line = try parser.next() { print(line) }
/// ```
///
/// A character that is split across chunks is decoded correctly. Invalid UTF-8 becomes U+FFFD. Bytes that are invalid
/// in another encoding are an error. A byte order mark of UTF-8 or UTF-16 takes precedence over the charset of the
/// response.
public struct TextLineParser: StreamParser {
  private var lines: LineParser
  /// Nil for UTF-8 and for input that is transcoded to it.
  private var charset: Charset?
  /// The name of the charset in the response.
  private var name: String?
  private var failure: TextDecodingError?
  /// Converts encodings in which LF is more than the byte 10 to UTF-8.
  private var transcoder: WideTextTranscoder?
  private let mayInherit: Bool
  /// The first bytes, until it is known whether they are a byte order mark; nil afterwards.
  private var opening: Data?
  /// The charset that the response names.
  private var label: Charset?

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - encoding: The encoding of the text. Nil means the charset of the response that is parsed (RFC 9110 section
  ///     8.3.2), or UTF-8 if there is none. UTF-16 and UTF-32 without a byte order mark, and without a byte order in
  ///     their name, are big-endian (RFC 2781 section 4.3).
  ///   - maximumLength: The maximum length of a line in bytes. For UTF-16 and UTF-32 it is the length as UTF-8.
  public init(encoding: String.Encoding? = nil, maximumLength: Int = LineParser.defaultMaximumLength) {
    lines = LineParser(maximumLength: maximumLength)
    mayInherit = encoding == nil
    opening = encoding == nil ? Data() : nil
    use(encoding.map(Charset.init))
  }

  private mutating func use(_ charset: Charset?) {
    transcoder = charset.flatMap { WideTextTranscoder($0.encoding) }
    self.charset = transcoder == nil && charset?.encoding != .utf8 ? charset : nil
  }

  /// The number of the last line, counted from 1; 0 before the first.
  public var lineNumber: Int { lines.lineNumber }

  /// Appends bytes to the input.
  public mutating func append(_ chunk: Data) {
    guard var start = opening else { return parse(chunk) }
    start.append(chunk)
    opening = Charset.mayBecomeMark(start) ? start : nil
    guard opening == nil else { return }
    if let marked = Charset.marked(by: start, label: label) {
      failure = nil
      use(marked)
    }
    parse(start)
  }

  private mutating func parse(_ chunk: Data) {
    if transcoder == nil { lines.append(chunk) } else { transcode(chunk) }
  }

  /// Ends the input.
  ///
  /// Bytes after the last line end become the last line.
  public mutating func finish() {
    if let start = opening { parse(start) }
    opening = nil
    if let rest = transcoder?.finish() { lines.append(rest) }
    lines.finish()
  }

  /// Returns the next line without its line end, or nil if the line is incomplete or the input has ended.
  ///
  /// - Throws: ``LineTooLong``, or ``TextDecodingError`` if the charset of the response is unknown or the line is
  ///   invalid in it. Every later call throws the same error.
  public mutating func next() throws -> String? {
    if let failure, opening == nil { throw failure }
    guard let line = try lines.next() else { return nil }
    guard let charset else { return String(decoding: line, as: UTF8.self) }
    if let text = charset.text(of: Data(line)) { return text }
    let error = TextDecodingError(
      charset: name ?? charset.encoding.description, reason: .invalidBytes, bytes: Data(line))
    failure = error
    throw error
  }

  private mutating func transcode(_ chunk: Data) {
    if let text = transcoder?.utf8(of: chunk) { lines.append(text) }
  }
}

extension TextLineParser: DecodingParser {
  mutating func inherit(from response: ReceivedResponse) {
    guard mayInherit else { return }
    name = Charset.name(in: response.head.headers.firstValue(for: "Content-Type"))
    do throws(TextDecodingError) {
      failure = nil
      label = nil
      label = try Charset.named(by: response.head.headers.firstValue(for: "Content-Type"))
      use(label)
    } catch {
      failure = error
    }
  }
}
