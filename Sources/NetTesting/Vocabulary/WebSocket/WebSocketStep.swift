import Foundation
import Net

/// A step of the script of a WebSocket.
enum WebSocketStep: Sendable {
  case send(WebSocketMessage)
  /// Sends a message in parts of this many bytes, with this delay before each but the first.
  case sendSlowly(WebSocketMessage, count: Int, every: Duration)
  /// Sends this many bytes of the message that is sent slowly.
  case sendPart(Int)
  case ping([UInt8])
  case wait(Duration)
  case expect(Expectation)
  case expectClose(WebSocketCloseCode?, SourcePlace)
  /// Refuses every further message; no step after it runs.
  case expectNoMore(SourcePlace)
  case close(WebSocketClosure, SourcePlace)
  case fault(WebSocketFault)
  /// Whether the peer reads what the client sends.
  case read(Bool)
  case respond(Responder)

  typealias Responder = @Sendable (WebSocketMessage) -> [WebSocketMessage]

  /// A message that the client must send.
  struct Expectation: Sendable {
    /// The message, or nil if a predicate decides.
    var message: WebSocketMessage?
    /// The JSON of the message, as it is compared; nil for another expectation.
    var json: Data?
    var words: String
    /// Calls a closure of the test, so it must be called outside all locks.
    var matches: @Sendable (WebSocketMessage) -> Bool
    var place: SourcePlace

    /// The expectation that no message meets.
    static func noMore(_ place: SourcePlace) -> Expectation {
      Expectation(message: nil, words: "no further message", matches: { _ in false }, place: place)
    }
  }

  /// Whether the step has a closure of the test, which may own any object.
  var hasClosure: Bool {
    switch self {
    case .expect, .respond: true
    default: false
    }
  }

  /// What the step waits for, as text; nil for a step that waits for nothing of the client.
  var awaited: (words: String, place: SourcePlace)? {
    switch self {
    case .expect(let expectation): (expectation.words, expectation.place)
    case .expectClose(let code, let place): (code.map { "a close with code \($0)" } ?? "a close", place)
    default: nil
    }
  }
}

extension Redaction {
  /// A message for a failure message: redacted, and truncated if it is long.
  func shown(_ message: WebSocketMessage) -> String {
    switch message {
    case .text(let text): "the text \"\(shownText(of: Data(text.utf8)))\""
    case .data(let data): data.count.counted("byte")
    }
  }
}
