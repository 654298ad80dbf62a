import Net

/// Captures the values that a callback receives, like a local `var` before closures were `Sendable`.
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

  /// Creates an empty capture.
  public init() {}

  /// Captures a value; pass this function as the callback.
  public func set(_ value: Value) {
    state.withLock { $0.values.append(value) }
    changes.notify()
  }

  /// The last value; nil if there is none yet.
  public var value: Value? { values.last }

  /// All values, in order.
  public var values: [Value] {
    changes.noteRead { [self] in
      state.withLock { $0.values.isEmpty } ? NothingYet(words: "the callback has not been called") : nil
    }
    return state.withLock { $0.values }
  }

  /// How many times the callback was called.
  public var count: Int { values.count }

  /// Returns the next value that no earlier call has returned, waiting for it if necessary.
  ///
  /// ```swift
  /// let result = await got.next()
  /// ```
  ///
  /// If there is no value when the time has passed, the test fails and the result is nil.
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
