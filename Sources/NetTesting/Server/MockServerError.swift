/// Why a server did not start, or a wait for it came to nothing.
public enum MockServerError: Error, Sendable, Hashable {
  /// The system refused: the call, and what it said.
  case cannotListen(reason: String)
  /// It was started before. A server that was stopped stays so: make another.
  case alreadyStarted
  /// It does not run, so what is waited for will not come.
  case notRunning
  /// What was waited for did not come in time: what it was, and what came instead.
  case timedOut(String)
}

extension MockServerError: CustomStringConvertible {
  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .cannotListen(let reason): "The server cannot listen: \(reason)."
    case .alreadyStarted: "The server was started before. Make another one."
    case .notRunning: "The server does not run."
    case .timedOut(let what): what
    }
  }
}
