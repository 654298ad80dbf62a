public import Foundation

/// A piece of a body that comes bit by bit: its bytes, and how long they take to follow those before them.
///
/// ```swift
/// transport.stub(.get("/log"), with: .stream(["first", StubPiece("a second later", after: .seconds(1))]))
/// ```
///
/// A piece without bytes is a pause: at the end of a stream it puts the end off.
public struct StubPiece: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The bytes.
  public var data: Data
  /// How long after the piece before it comes, or, for the first one, after the head.
  public var delay: Duration

  /// Makes a piece of bytes.
  public init(_ data: Data = Data(), after delay: Duration = .zero) {
    self.data = data
    self.delay = delay
  }

  /// Makes a piece of text, in UTF-8.
  public init(_ text: String, after delay: Duration = .zero) { self.init(Data(text.utf8), after: delay) }

  /// Makes a piece of text that comes at once.
  public init(stringLiteral text: String) { self.init(text) }
}
