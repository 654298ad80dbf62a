package import Net

extension Lock {
  /// Takes the answer of the newest stub that matches and is not exhausted; nil when there is none. The
  /// matchers, which are the caller's closures, run outside the lock.
  package func takeAnswer<Content: Sendable>(
    to request: RecordedRequest, from stubs: WritableKeyPath<State, StubList<Content>>
  ) -> StubList<Content>.Taken? {
    while true {
      let candidates = withLock { $0[keyPath: stubs] }.candidates(for: request)
      switch withLock({ $0[keyPath: stubs].take(from: candidates) }) {
      case .taken(let taken): return taken
      case .none: return nil
      // A scenario moved on another thread in between.
      case .stale: continue
      }
    }
  }
}
