import Net

/// The actions that run when a test has ended: dispose, stop, verify.
///
/// Swift Testing has a scope for each test case with the trait `.netTesting`; ``current`` is the one of the task.
/// Where there is no test, such as in a demo, create a scope and end it yourself.
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

  /// Whether the test that ends on this task was cut short: it threw an error, was cancelled or was skipped.
  ///
  /// Then it is not a failure that something was not used, or is still open: the test may not have reached
  /// it.
  @TaskLocal static var isCutShort = false

  private struct State: Sendable {
    var actions: [@Sendable () -> Void] = []
    var failures: [TestFailure] = []
    var witnesses: [LeakWitness] = []
    var awaited: [@Sendable () -> String?] = []
    var isEnding = false
    var isClosed = false
  }

  private let state = Lock(State())
  /// Whether the creator of the scope takes its failures when it has ended.
  private let keepsFailures: Bool

  /// Where live subscriptions fail the test; nil if none are collected.
  private let place: SourcePlace?

  /// Whether it fails the test if something is still in use at its end: <doc:LifeOfATest>.
  public let checksLeaks: Bool

  /// The live subscriptions of a test that checks for leaks.
  private let subscriptions = LiveSubscriptions()
  /// The recorders whose requests are shown if the test fails.
  let traces = TestTraces()
  /// Whether the creator of the scope shows them.
  var showsTraces: Bool { keepsFailures }

  /// Creates a scope without actions.
  ///
  /// If it checks for leaks, it inspects the recordings, test observables, mocks and servers that belong to it after
  /// all actions have run, and fails the test for each that is still in use. Subscriptions that the code under test
  /// makes are seen only with `.checkingLeaks` and `checkingLeaks` of an `XCTestCase`.
  public convenience init(checksLeaks: Bool = false) {
    self.init(keepsFailures: false, checksLeaks: checksLeaks)
  }

  /// Creates a scope whose creator takes and records its failures.
  ///
  /// - Parameters:
  ///   - keepsFailures: Whether the creator takes the failures.
  ///   - checksLeaks: Whether it checks for leaks.
  ///   - place: The test, which fails for subscriptions that are live at its end; nil if none are collected.
  init(
    keepsFailures: Bool, checksLeaks: Bool = false,
    place: SourcePlace? = nil
  ) {
    self.keepsFailures = keepsFailures
    self.checksLeaks = checksLeaks
    self.place = place
  }

  /// Runs this action when the scope ends; immediately if it has already ended.
  public func atEnd(_ action: @escaping @Sendable () -> Void) {
    let runsNow = state.withLock { state in
      guard !state.isClosed else { return true }
      state.actions.append(action)
      return false
    }
    if runsNow { action() }
  }

  /// Conforms to ``TestLifetime``; the file and line are not used.
  public func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void) {
    atEnd(action)
  }

  /// Runs all actions in reverse order, each once, including those that are added meanwhile, and then checks for
  /// leaks.
  ///
  /// Ending it again has no effect, even inside an action.
  public func end() {
    let isFirst = state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
    guard isFirst else { return }
    while let action = nextAction() { action() }
    lookForLeaks()
  }

  /// Runs a test in this scope, as ``current``.
  func run<Result>(_ test: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self) { checksLeaks ? try subscriptions.collect(test) : try test() }
  }

  /// Runs an asynchronous test in this scope, as ``current``.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ test: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self) {
      checksLeaks ? try await subscriptions.collect(test) : try await test()
    }
  }

  /// Adds a witness, which is inspected for leaks after all actions have run.
  ///
  /// Returns false if the scope does not check for leaks. The caller must then clean up.
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

  /// Registers a closure that describes what the test may be waiting for.
  ///
  /// It is called if the test receives nothing, and must never block.
  func ask(_ awaited: @escaping @Sendable () -> String?) {
    state.withLock { state in
      if !state.isClosed { state.awaited.append(awaited) }
    }
  }

  /// Descriptions of what the test may be waiting for.
  var awaited: [String] { state.withLock { $0.awaited }.compactMap { $0() } }

  /// Reports leaks, the newest first, which is also the order in which the actions run.
  private func lookForLeaks() {
    let witnesses = state.withLock { state in
      defer {
        state.witnesses = []
        state.awaited = []
      }
      return state.witnesses
    }
    var isReported = Self.isCutShort
    for witness in witnesses.reversed() {
      if !Self.isCutShort, let leak = witness.leak() {
        witness.reporter.fail(leak, at: witness.place)
        isReported = true
      }
      witness.giveUp()
    }
    // The subscriptions that are left may belong to what has been reported.
    if let place, !isReported, let leak = subscriptions.leak(within: LeakWitness.grace) {
      TestReporter.current.fail(leak, at: place)
    }
    subscriptions.dispose()
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
  /// Returns false if no test would record it, or if it is too late.
  func keep(_ failure: TestFailure) -> Bool {
    state.withLock { state in
      guard keepsFailures, !state.isClosed else { return false }
      state.failures.append(failure)
      return true
    }
  }

  /// Removes and returns the failures that were kept.
  func takeFailures() -> [TestFailure] {
    state.withLock { state in
      defer { state.failures = [] }
      return state.failures
    }
  }
}
