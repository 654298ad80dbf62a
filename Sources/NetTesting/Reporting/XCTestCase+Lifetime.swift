#if TestFrameworks && canImport(XCTest)
  public import XCTest

  extension XCTestCase: TestLifetime {
    /// Runs this action once, when the running test method has ended, before `tearDown()`.
    ///
    /// ```swift
    /// atEnd { server.stop() }
    /// ```
    ///
    /// An action that is added by another one runs next. Adding one in `tearDown()`, or in a block of your own that you
    /// gave to `addTeardownBlock`, is too late: XCTest then stops the process. Use `atEnd` instead of such a block.
    public func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void) {
      let test = ObjectIdentifier(self)
      if let ending = EndingTest.current, ending.test == test { return ending.scope.atEnd(action) }
      let running = RunningTest(test: self)
      addTeardownBlock {
        let ending = EndingTest(test: test, scope: TestScope())
        TestScope.$isCutShort.withValue(running.isCutShort) {
          EndingTest.$current.withValue(ending) {
            action()
            ending.scope.end()
          }
        }
      }
    }
  }

  extension XCTestCase {
    /// Runs a test method, and fails it if a subscription, a request or a connection is open at its end.
    ///
    /// ```swift
    /// final class SyncTests: XCTestCase {
    ///   override func invokeTest() { checkingLeaks { super.invokeTest() } }
    /// }
    /// ```
    ///
    /// For what is checked, see <doc:LifeOfATest>. The check runs after `tearDown()`.
    public func checkingLeaks(file: StaticString = #filePath, line: UInt = #line, _ invokeTest: () -> Void) {
      let scope = TestScope(
        keepsFailures: false, checksLeaks: true, place: SourcePlace(file: file, line: line))
      scope.run {
        invokeTest()
        TestScope.$isCutShort.withValue(RunningTest(test: self).isCutShort) { scope.end() }
      }
    }
  }

  /// The test case of a test method that runs or has just ended.
  // XCTest runs the test method, its teardown blocks and `invokeTest()` one after another, and only they use it.
  private struct RunningTest: @unchecked Sendable {
    weak var test: XCTestCase?

    /// Whether the method was skipped, or has thrown an error.
    var isCutShort: Bool {
      guard let run = test?.testRun else { return false }
      return run.skipCount > 0 || run.unexpectedExceptionCount > 0
    }
  }

  /// The test case that is ending, to which XCTest does not add further teardown blocks.
  private struct EndingTest: Sendable {
    @TaskLocal static var current: EndingTest?

    var test: ObjectIdentifier
    var scope: TestScope
  }
#endif
