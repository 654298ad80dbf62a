/// What a look at something that is awaited has found.
enum Look<Value: Sendable>: Sendable {
  case found(Value)
  /// Not yet; what there is instead, in words, which are asked for outside all locks.
  case notYet(@Sendable () -> String)
  /// Not now and not later; what there is instead, in words.
  case never(@Sendable () -> String)
}

extension Changes {
  /// Looks after every change until there is what is awaited, and fails the test when the time has passed.
  func first<Value>(
    _ expected: String, within limit: Duration, at place: SourcePlace, look: @Sendable () -> Look<Value>
  ) async -> Value? {
    let deadline = ContinuousClock.now + limit
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
