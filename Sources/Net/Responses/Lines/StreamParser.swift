public import Foundation

/// A type that parses elements from bytes that arrive in chunks, which may end anywhere.
///
/// Examples are ``LineParser``, ``TextLineParser``, ``JSONLineParser`` and ``EventStreamParser``. They are values
/// without I/O that never wait, so the bytes can come from any source.
///
/// ```swift
/// var parser = TextLineParser()
/// parser.append(Data("one\ntw".utf8))
/// while let line = try parser.next() { print(line) }  // one
/// parser.append(Data("o".utf8))
/// parser.finish()
/// while let line = try parser.next() { print(line) }  // two
/// ```
///
/// Elements are parsed only when they are requested: a caller that stops calling `next()` causes no further work.
public protocol StreamParser<Element>: Sendable {
  /// The type of the parsed elements.
  associatedtype Element: Sendable

  /// Appends bytes to the input.
  mutating func append(_ chunk: Data)

  /// Ends the input. Bytes that are appended later are ignored.
  mutating func finish()

  /// Returns the next element, or nil if it is incomplete or the input has ended.
  ///
  /// - Throws: An error that describes the invalid bytes and contains the received part of the element.
  mutating func next() throws -> Element?
}

/// A parser with a decoder or charset.
protocol DecodingParser: StreamParser {
  /// Takes the decoder or charset from the response, unless the caller chose one.
  mutating func inherit(from response: ReceivedResponse)
}

extension StreamParser {
  /// Sets the decoder or charset of a parser from the response, unless the caller chose one.
  mutating func prepare(for response: ReceivedResponse) {
    guard var parser = self as? any DecodingParser else { return }
    parser.inherit(from: response)
    if let parser = parser as? Self { self = parser }
  }
}
