import Net

/// What a callback was given: the form that a captured `var` had before closures were `Sendable`.
///
/// ```swift
/// let got = Captured<Result<User, any Error>>()
/// service.getUser("trentm", completion: got.set)
/// expect(got.value).to(beSuccess())
/// ```
///
/// May be used from any thread.
public final class Captured<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var values: [Value] = []
    var taken = 0
  }

  private let state = Lock(State())
  private let changes = Changes()

  /// Makes one that has captured nothing.
  public init() {}

  /// Captures a value: what to pass as the callback.
  public func set(_ value: Value) {
    state.withLock { $0.values.append(value) }
    changes.notify()
  }

  /// The last value; nil before there is one.
  public var value: Value? { values.last }

  /// All values, in the order they came.
  public var values: [Value] {
    changes.noteRead { [self] in
      state.withLock { $0.values.isEmpty } ? NothingYet(words: "the callback has not been called") : nil
    }
    return state.withLock { $0.values }
  }

  /// How often the callback was called.
  public var count: Int { values.count }

  /// Waits for a value that no earlier call of this has returned, and returns it.
  ///
  /// ```swift
  /// let result = await got.next()
  /// ```
  ///
  /// Returns at once when it is there already. When the time has passed the test fails, and there is nil.
  @discardableResult
  public func next(
    within limit: Duration = .seconds(30), file: StaticString = #filePath, line: UInt = #line
  ) async -> Value? {
    await changes.first("a value", within: limit, at: SourcePlace(file: file, line: line)) { self.take() }
  }

  private func take() -> Look<Value> {
    state.withLock { state in
      guard state.taken < state.values.count else {
        let taken = state.taken
        return .notYet { taken == 0 ? "none" : "none after the first \(taken)" }
      }
      state.taken += 1
      return .found(state.values[state.taken - 1])
    }
  }
}

extension Captured: OutcomeConvertible where Value: OutcomeConvertible {
  /// The outcome of the last value.
  public var outcome: Outcome<Value.Success, Value.Failure>? { value?.outcome }
}
