public import Foundation

/// The reason why a server did not start, or why waiting for it failed.
public enum MockServerError: Error, Sendable, Hashable {
  /// The system failed to listen: the call and its error.
  case cannotListen(reason: String)
  /// The server was started before; one that was stopped cannot be restarted.
  case alreadyStarted
  /// The server is not running, so what is awaited cannot happen.
  case notRunning
  /// A wait timed out: what was awaited, and what the server received instead.
  case timedOut(String)
}

extension MockServerError: CustomStringConvertible {
  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .cannotListen(let reason): "The server cannot listen: \(reason)."
    case .alreadyStarted: "The server was started before. Create another one."
    case .notRunning: "The server is not running."
    case .timedOut(let what): what
    }
  }
}

extension MockServerError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
