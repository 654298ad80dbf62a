import Net

/// What is to be done when a test has ended: dispose, stop, verify.
///
/// Swift Testing has one per test case, with the trait `.netTesting`; ``current`` is the one of the task.
/// Make one of your own where there is no test, in a demo for example, and end it yourself.
///
/// ```swift
/// let scope = TestScope()
/// scope.atEnd { print("first in, last out") }
/// scope.atEnd { print("last in, first out") }
/// scope.end()
/// ```
///
/// May be used from any thread.
public final class TestScope: TestLifetime, Sendable {
  /// The scope of the test case that runs on this task; nil without the trait, and in XCTest.
  @TaskLocal public static var current: TestScope?

  private struct State: Sendable {
    var actions: [@Sendable () -> Void] = []
    var failures: [TestFailure] = []
    var witnesses: [LeakWitness] = []
    var awaited: [@Sendable () -> String?] = []
    var isEnding = false
    var isClosed = false
  }

  private let state = Lock(State())
  /// Whether somebody takes the failures when it has ended.
  private let keepsFailures: Bool

  /// Whether it fails the test when something is still held at its end: <doc:LifeOfATest>.
  public let checksLeaks: Bool

  /// Makes a scope with nothing to do.
  ///
  /// With a check for leaks it looks, when all that is to be done at the end is done, at the recordings, test
  /// observables, mocks and servers that belong to it, and fails the test for each that is still in use.
  public convenience init(checksLeaks: Bool = false) {
    self.init(keepsFailures: false, checksLeaks: checksLeaks)
  }

  /// Makes a scope whose failures are taken, and recorded, by its maker.
  init(keepsFailures: Bool, checksLeaks: Bool = false) {
    self.keepsFailures = keepsFailures
    self.checksLeaks = checksLeaks
  }

  /// Does this when the scope ends; at once when it has ended already.
  public func atEnd(_ action: @escaping @Sendable () -> Void) {
    let runsNow = state.withLock { state in
      guard !state.isClosed else { return true }
      state.actions.append(action)
      return false
    }
    if runsNow { action() }
  }

  /// For ``TestLifetime``; the place is of no use here.
  public func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void) {
    atEnd(action)
  }

  /// Does all that is to be done, last in, first out, each once, including what is added meanwhile.
  ///
  /// Ending again does nothing, also from inside one of the actions. Then it looks for leaks, if it does.
  public func end() {
    let isFirst = state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
    guard isFirst else { return }
    while let action = nextAction() { action() }
    lookForLeaks()
  }

  /// Looks at this when all is done; false if the scope does not check for leaks, so that its maker must clean up.
  @discardableResult
  func watch(_ witness: LeakWitness) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      if let awaited = witness.awaited { state.awaited.append(awaited) }
      guard checksLeaks else { return false }
      state.witnesses.append(witness)
      return true
    }
  }

  /// Asks this when a test got nothing: it answers in words what the test may be waiting for, or nil, and never blocks.
  func ask(_ awaited: @escaping @Sendable () -> String?) {
    state.withLock { state in
      if !state.isClosed { state.awaited.append(awaited) }
    }
  }

  /// What the test may be waiting for, in words.
  var awaited: [String] { state.withLock { $0.awaited }.compactMap { $0() } }

  /// The newest first, as all that is done at the end.
  private func lookForLeaks() {
    let witnesses = state.withLock { state in
      defer {
        state.witnesses = []
        state.awaited = []
      }
      return state.witnesses
    }
    for witness in witnesses.reversed() {
      if let leak = witness.leak() { witness.reporter.fail(leak, at: witness.place) }
      witness.giveUp()
    }
  }

  private func nextAction() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let action = state.actions.popLast() else {
        state.isClosed = true
        return nil
      }
      return action
    }
  }

  /// Keeps a failure until the test itself can record it.
  ///
  /// False when nobody would, or it is too late for that.
  func keep(_ failure: TestFailure) -> Bool {
    state.withLock { state in
      guard keepsFailures, !state.isClosed else { return false }
      state.failures.append(failure)
      return true
    }
  }

  /// Takes the failures that were kept.
  func takeFailures() -> [TestFailure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }
}
