#if TestFrameworks && canImport(Testing)
  public import Testing

  /// Gives each test case a ``TestScope``: what is `afterEach: .test` is done when the case has ended, and what
  /// failed on other threads meanwhile is recorded as a failure of that test.
  ///
  /// ```swift
  /// @Test(.netTesting) func greets() {
  ///   let greeting = Single.just("hello").record(afterEach: .test)
  ///   #expect(greeting.value == "hello")
  /// }
  /// ```
  ///
  /// On a suite it is for all tests in it. Every argument of a parameterised test has its own scope; tests
  /// may run in parallel.
  public struct NetTestingTrait: TestTrait, SuiteTrait, TestScoping {
    private let checksLeaks: Bool

    /// Makes the trait; `.netTesting` and `.checkingLeaks` are the ways to write it.
    public init(checksLeaks: Bool = false) { self.checksLeaks = checksLeaks }

    /// For the tests of the suites in a suite, too.
    public var isRecursive: Bool { true }

    /// Runs one test case inside its own scope.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      guard testCase != nil else { return try await function() }
      // One of the suite's asks for its tests, too.
      let checksLeaks = checksLeaks || TestScope.current?.checksLeaks == true
      let scope = TestScope(keepsFailures: true, checksLeaks: checksLeaks)
      let outcome: Result<Void, any Error> = await TestScope.$current.withValue(scope) {
        do {
          try await function()
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      TestScope.$current.withValue(scope) { scope.end() }
      for failure in scope.takeFailures() { TestRunner.swiftTesting.record(failure) }
      try outcome.get()
    }
  }

  extension Trait where Self == NetTestingTrait {
    /// Gives each test case an end at which subscriptions, servers and mocks are given up: `afterEach: .test`.
    public static var netTesting: NetTestingTrait { NetTestingTrait() }

    /// Does what `.netTesting` does, and fails each test case that ends while a subscription, a request or a
    /// connection is open: <doc:LifeOfATest>.
    ///
    /// ```swift
    /// @Suite(.checkingLeaks) struct SyncTests {
    ///   @Test func syncs() { expect(sync().record(afterEach: .test).event).to(beSuccess()) }
    /// }
    /// ```
    public static var checkingLeaks: NetTestingTrait { NetTestingTrait(checksLeaks: true) }
  }
#endif
