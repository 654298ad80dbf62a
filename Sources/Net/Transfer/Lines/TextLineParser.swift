public import Foundation

/// Cuts text that arrives in pieces into lines, which end with LF or CRLF.
///
/// ```swift
/// var parser = TextLineParser()
/// parser.append(piece)
/// while let line = try parser.next() { print(line) }
/// ```
///
/// A character that is cut in two is whole in its line. What is not UTF-8 is read as U+FFFD.
public struct TextLineParser: StreamParser {
  private var lines: LineParser
  private let encoding: String.Encoding

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - encoding: How the text is encoded: in one where LF is the byte 10 and no part of another character, as it is
  ///     in UTF-8 and ISO-8859-1, and not in UTF-16.
  ///   - maximumLength: How many bytes a line may have.
  public init(encoding: String.Encoding = .utf8, maximumLength: Int = LineParser.defaultMaximumLength) {
    lines = LineParser(maximumLength: maximumLength)
    self.encoding = encoding
  }

  /// The number of the line that was given last, counted from 1; 0 before the first.
  public var lineNumber: Int { lines.lineNumber }

  /// Adds bytes at the end.
  public mutating func append(_ piece: Data) { lines.append(piece) }

  /// Says that no bytes follow, so that those after the last end are a line.
  public mutating func finish() { lines.finish() }

  /// The next line, without its end; nil when its end has not arrived, and at the end of the input.
  ///
  /// - Throws: ``LineTooLong``, from then on at every call.
  public mutating func next() throws(LineTooLong) -> String? {
    guard let line = try lines.next() else { return nil }
    if encoding != .utf8, let text = String(bytes: line, encoding: encoding) { return text }
    return String(decoding: line, as: UTF8.self)
  }
}
