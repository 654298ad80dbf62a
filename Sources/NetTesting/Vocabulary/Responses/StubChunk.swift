public import Foundation

/// A chunk of a streamed body: its bytes, and its delay after the previous chunk.
///
/// ```swift
/// transport.stub(.get("/log"), with: .stream(["first", StubChunk("a second later", after: .seconds(1))]))
/// ```
///
/// A chunk without bytes is a pause; at the end of a stream it delays the end.
public struct StubChunk: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The bytes.
  public var data: Data
  /// The delay after the previous chunk or, for the first one, after the head.
  public var delay: Duration

  /// Creates a chunk of bytes.
  public init(_ data: Data = Data(), after delay: Duration = .zero) {
    self.data = data
    self.delay = delay
  }

  /// Creates a chunk of text, in UTF-8.
  public init(_ text: String, after delay: Duration = .zero) { self.init(Data(text.utf8), after: delay) }

  /// Creates a chunk of text without a delay.
  public init(stringLiteral text: String) { self.init(text) }
}
