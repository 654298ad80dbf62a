public import Foundation

/// Reads elements out of bytes that arrive piece by piece, wherever they are cut.
///
/// ``LineParser``, ``TextLineParser``, ``JSONLineParser`` and ``EventStreamParser`` are such values. They do no input
/// and no output, and they wait for nothing, so any source of bytes will do.
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
/// What has not been asked for stays unread: a caller that stops asking pays for nothing that it does not take.
public protocol StreamParser<Element>: Sendable {
  /// What is read.
  associatedtype Element: Sendable

  /// Adds bytes at the end.
  mutating func append(_ piece: Data)

  /// Says that no bytes follow. Those that are appended afterwards are not read.
  mutating func finish()

  /// The next element; nil when the bytes for it have not all arrived, and at the end.
  ///
  /// - Throws: What is wrong with the bytes, with what had been received of the element.
  mutating func next() throws -> Element?
}
