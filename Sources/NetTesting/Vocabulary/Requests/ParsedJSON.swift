import Net

/// The JSON of a request's body, which is parsed once for all matchers and reports: without optimization that takes a
/// second for a megabyte.
final class ParsedJSON: Sendable {
  private enum State: Sendable {
    case unknown
    /// Nil for a body that is not JSON.
    case parsed(JSONValue?)
  }

  private let state = Lock(State.unknown)

  /// Returns the value, which the closure parses if it is not known.
  func value(_ parse: () -> JSONValue?) -> JSONValue? {
    if case .parsed(let value) = state.withLock({ $0 }) { return value }
    let value = parse()
    state.withLock { $0 = .parsed(value) }
    return value
  }

  /// Releases the value, which is several times as large as the body.
  func forget() {
    _ = state.withLock { state in
      defer { state = .unknown }
      return state
    }
  }
}
