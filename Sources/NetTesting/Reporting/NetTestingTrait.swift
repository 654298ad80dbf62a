#if TestFrameworks && canImport(Testing)
  public import Testing

  /// Gives each test case a ``TestScope``.
  ///
  /// Actions registered with `afterEach: .test` run when the test case has ended, and failures on other threads are
  /// recorded as failures of that test.
  ///
  /// ```swift
  /// @Test(.netTesting) func greets() {
  ///   let greeting = Single.just("hello").record(afterEach: .test)
  ///   #expect(greeting.value == "hello")
  /// }
  /// ```
  ///
  /// On a suite, it applies to all tests in it. Each argument of a parameterized test has its own scope; tests may run
  /// in parallel.
  public struct NetTestingTrait: TestTrait, SuiteTrait, TestScoping {
    private let checksLeaks: Bool

    /// Creates the trait; write `.netTesting` or `.checkingLeaks` instead.
    public init(checksLeaks: Bool = false) { self.checksLeaks = checksLeaks }

    /// Applies to the tests of nested suites, too.
    public var isRecursive: Bool { true }

    /// Runs one test case inside its own scope.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      guard testCase != nil else { return try await function() }
      // A trait of the suite also applies to its tests.
      let checksLeaks = checksLeaks || TestScope.current?.checksLeaks == true
      let scope = TestScope(
        keepsFailures: true, checksLeaks: checksLeaks, place: SourcePlace(test.sourceLocation))
      let trait = IssueHandlingTrait.compactMapIssues { Self.withStory($0, by: scope.traces) }
      try await trait.provideScope(for: test, testCase: testCase) {
        let outcome: Result<Void, any Error> = await scope.run {
          do {
            try await function()
            return .success(())
          } catch {
            return .failure(error)
          }
        }
        var isCutShort = Task.isCancelled
        if case .failure = outcome { isCutShort = true }
        TestScope.$isCutShort.withValue(isCutShort) {
          TestScope.$current.withValue(scope) { scope.end() }
        }
        for failure in scope.takeFailures() { TestRunner.swiftTesting.record(failure) }
        defer { attach(scope, test) }
        // A test that was cancelled, as by `Test.cancel()`, throws an error that is not a failure, which the
        // framework knows.
        guard case .failure(let error) = outcome, !Task.isCancelled, let story = scope.traces.story() else {
          return try outcome.get()
        }
        // The framework would record the error outside of this scope, without the requests.
        Issue.record(error, Comment(rawValue: story), sourceLocation: test.sourceLocation)
      }
    }

    /// Returns the issue with the requests of the test, if it is the first failure; nil for an issue of no test.
    ///
    /// The framework passes an issue off the tasks of tests to the run, and also to this closure of every test that
    /// runs at the time. Returned, it would be recorded once for each of them.
    private static func withStory(_ issue: Issue, by traces: TestTraces) -> Issue? {
      guard TestRunner.isOnTestTask else { return nil }
      guard issue.severity == .error, let story = traces.story() else { return issue }
      var issue = issue
      issue.comments.append(Comment(rawValue: story))
      return issue
    }

    /// Attaches the page with the requests if the test has failed.
    private func attach(_ scope: TestScope, _ test: Test) {
      guard let page = scope.traces.write(title: test.displayName ?? test.name) else { return }
      Attachment.record(Array(page.page), named: page.name)
    }
  }

  extension Trait where Self == NetTestingTrait {
    /// Cleans up subscriptions, servers and mocks that were created with `afterEach: .test` at the end of each test
    /// case.
    public static var netTesting: NetTestingTrait { NetTestingTrait() }

    /// Does what `.netTesting` does, and fails each test case that ends with an open subscription, request or
    /// connection.
    ///
    /// See <doc:LifeOfATest>.
    ///
    /// ```swift
    /// @Suite(.checkingLeaks) struct SyncTests {
    ///   @Test func syncs() { expect(sync().record(afterEach: .test).event).to(beSuccess()) }
    /// }
    /// ```
    public static var checkingLeaks: NetTestingTrait { NetTestingTrait(checksLeaks: true) }
  }
#endif
