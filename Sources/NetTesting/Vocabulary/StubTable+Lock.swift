package import Net

extension Lock {
  /// Takes the answer of the newest stub that matches and is not exhausted; nil when there is none. The
  /// matchers, which are the caller's closures, run outside the lock.
  package func takeAnswer<Content: Sendable>(
    to request: RecordedRequest, from stubs: WritableKeyPath<State, StubList<Content>>
  ) -> StubList<Content>.Taken? {
    var older: Int?
    // The table is copied by reference, and let go of before it is changed: else all of it were copied then.
    while let found = withLock({ $0[keyPath: stubs] }).newestCandidate(for: request, olderThan: older) {
      if let taken = withLock({ $0[keyPath: stubs].take(from: [found]) }) { return taken }
      // Used up meanwhile by another thread.
      older = found
    }
    return nil
  }
}
