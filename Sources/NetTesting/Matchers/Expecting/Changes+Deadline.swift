/// The result of checking for an awaited value.
enum Look<Value: Sendable>: Sendable {
  case found(Value)
  /// There is no value yet. The closure describes the current state, and is called outside all locks.
  case notYet(@Sendable () -> String)
  /// There is no value, and there cannot be one later. The closure describes the current state.
  case never(@Sendable () -> String)
}

extension Changes {
  /// Checks after every change until the awaited value is there; fails the test when the time has passed.
  func first<Value>(
    _ expected: String, within limit: Duration, at place: SourcePlace, look: @Sendable () -> Look<Value>
  ) async -> Value? {
    let deadline = ContinuousClock.Instant.end(of: limit)
    while true {
      let version = version
      let left = ContinuousClock.now.duration(to: deadline)
      switch look() {
      case .found(let value):
        return value
      case .notYet where left > .zero && !Task.isCancelled:
        await wait(after: version, upTo: left)
      case .notYet(let got):
        let reason = Task.isCancelled ? " before the task was cancelled" : " within \(limit)"
        TestReporter.current.fail("expected \(expected)\(reason), got \(excerpt(of: got()))", at: place)
        return nil
      case .never(let got):
        TestReporter.current.fail("expected \(expected), got \(excerpt(of: got()))", at: place)
        return nil
      }
    }
  }
}

extension ContinuousClock.Instant {
  /// The end of a wait that begins now and lasts at most 146 years, because a limit may stand for never.
  static func end(of limit: Duration) -> Self { .now + min(limit, .seconds(4_600_000_000)) }
}
