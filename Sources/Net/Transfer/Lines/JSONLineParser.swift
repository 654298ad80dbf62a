public import Foundation

/// Decodes a JSON text from each line of bytes that arrive in pieces (JSON lines, NDJSON).
///
/// ```swift
/// var parser = JSONLineParser(of: Reading.self)
/// parser.append(piece)
/// while let reading = try parser.next() { print(reading.value) }
/// ```
///
/// Lines end with LF or CRLF. A line that is empty, but for spaces and tabs, is passed over; so is one byte order
/// mark at the beginning.
public struct JSONLineParser<Element: Decodable & Sendable>: StreamParser {
  private var lines: LineParser
  private var decoder: any DataDecoder
  private let mayInherit: Bool

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - type: What each line is decoded as; `JSONValue` takes any.
  ///   - decoder: Decodes the lines. Nil is that of the request whose response is read or of its session, and a plain
  ///     `JSONDecoder` elsewhere.
  ///   - maximumLength: How many bytes a line may have.
  public init(
    of type: Element.Type = Element.self, decoder: (any DataDecoder)? = nil,
    maximumLength: Int = LineParser.defaultMaximumLength
  ) {
    lines = LineParser(maximumLength: maximumLength)
    self.decoder = decoder ?? JSONDecoder()
    mayInherit = decoder == nil
  }

  /// The number of the line that was read last, counted from 1; 0 before the first.
  public var lineNumber: Int { lines.lineNumber }

  /// Adds bytes at the end.
  public mutating func append(_ piece: Data) { lines.append(piece) }

  /// Says that no bytes follow, so that those after the last line end are a line.
  public mutating func finish() { lines.finish() }

  /// The value of the next line; nil when its end has not arrived, and at the end of the input.
  ///
  /// - Throws: ``JSONLineError``. After a line that could not be decoded one may go on with the next; after one that
  ///   is too long, nothing but the same error follows.
  public mutating func next() throws(JSONLineError) -> Element? {
    while let line = try nextLine() {
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      let text = Data(line)
      do {
        return try decoder.decode(Element.self, from: text)
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

/// A line is not the JSON text that it should be.
///
/// ```swift
/// if let error = failure.underlyingError as? JSONLineError { print("line \(error.number): \(error.underlyingError)") }
/// ```
public struct JSONLineError: Error, Sendable {
  /// The number of the line, counted from 1, empty ones included.
  public var number: Int
  /// The line, without its end; of one that is too long, the beginning.
  public var line: Data
  /// What the decoder says, or ``LineTooLong``.
  public var underlyingError: any Error

  /// Makes an error.
  public init(number: Int, line: Data, underlyingError: any Error) {
    self.number = number
    self.line = line
    self.underlyingError = underlyingError
  }
}

extension JSONLineError: CustomStringConvertible {
  /// What is wrong, in words, with the beginning of the line.
  public var description: String {
    let text = String(decoding: line.prefix(80), as: UTF8.self)
    return "line \(number), \(text.debugDescription), could not be decoded: \(underlyingError)"
  }
}
