public import Foundation

/// Decodes one JSON value per line from bytes that arrive in chunks (JSON lines, NDJSON).
///
/// ```swift
/// var parser = JSONLineParser(of: Reading.self)
/// parser.append(chunk)
/// while let reading = try parser.next() { print(reading.value) }
/// ```
///
/// Lines end with LF or CRLF. Lines that are empty or contain only spaces and tabs are skipped, and so is a byte order
/// mark at the start.
public struct JSONLineParser<Element: Decodable & Sendable>: StreamParser {
  private var lines: LineParser
  private var decoder: any DataDecoder
  private let mayInherit: Bool

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - type: The type of each line. `JSONValue` accepts any.
  ///   - decoder: Decodes the lines. Nil means the decoder of the request or session whose response is parsed, or a
  ///     plain `JSONDecoder` otherwise.
  ///   - maximumLength: The maximum length of a line in bytes.
  public init(
    of type: Element.Type = Element.self, decoder: (any DataDecoder)? = nil,
    maximumLength: Int = LineParser.defaultMaximumLength
  ) {
    lines = LineParser(maximumLength: maximumLength)
    self.decoder = decoder ?? JSONDecoder()
    mayInherit = decoder == nil
  }

  /// The number of the last line, counted from 1; 0 before the first.
  public var lineNumber: Int { lines.lineNumber }

  /// Appends bytes to the input.
  public mutating func append(_ chunk: Data) { lines.append(chunk) }

  /// Ends the input.
  ///
  /// Bytes after the last line end become the last line.
  public mutating func finish() { lines.finish() }

  /// Returns the value of the next line, or nil if the line is incomplete or the input has ended.
  ///
  /// - Throws: ``JSONLineError``. After a line that cannot be decoded, parsing can continue with the next. After a line
  ///   that is too long, every call throws the same error.
  public mutating func next() throws(JSONLineError) -> Element? {
    while let line = try nextLine() {
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      let text = Data(line)
      do {
        return try decoder.value(Element.self, from: text)
      } catch {
        throw JSONLineError(number: lines.lineNumber, line: text, underlyingError: error)
      }
    }
    return nil
  }

  private mutating func nextLine() throws(JSONLineError) -> ArraySlice<UInt8>? {
    do {
      return try lines.next()
    } catch {
      throw JSONLineError(number: error.number, line: error.beginning, underlyingError: error)
    }
  }
}

extension JSONLineParser: DecodingParser {
  mutating func inherit(from response: ReceivedResponse) { if mayInherit { decoder = response.decoder } }
}

/// An error thrown for a line that cannot be decoded.
///
/// ```swift
/// if let error = failure.underlyingError as? JSONLineError { print("line \(error.number): \(error.underlyingError)") }
/// ```
public struct JSONLineError: Error, Sendable {
  /// The number of the line, counted from 1 and including empty lines.
  public var number: Int
  /// The line without its line end.
  ///
  /// If it is too long, its beginning.
  public var line: Data
  /// The error of the decoder, or ``LineTooLong``.
  public var underlyingError: any Error

  /// Creates an error.
  public init(number: Int, line: Data, underlyingError: any Error) {
    self.number = number
    self.line = line
    self.underlyingError = underlyingError
  }
}

extension JSONLineError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The error as text with the beginning of the line, redacted by ``Redaction/standard``.
  public var description: String { words(.standard) }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The number of the line and the underlying error, without the line.
  public var customMirror: Mirror {
    Mirror(
      redacted: self, ["number": number, "underlyingError": Redaction.standard.words(for: underlyingError)])
  }
}

extension JSONLineError: RedactedError {
  func words(_ redaction: Redaction) -> String {
    let shown = redaction.redacted(body: line.beginning(of: 4_096, for: redaction))
    let text = String(decoding: shown.prefix(80), as: UTF8.self)
    return
      "line \(number), \(text.debugDescription), could not be decoded: \(redaction.words(for: underlyingError, decoding: line))"
  }

  func wordsWithoutBody(_ redaction: Redaction) -> String {
    "line \(number) could not be decoded: \(redaction.wordsWithoutBody(for: underlyingError))"
  }
}

extension JSONLineError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
