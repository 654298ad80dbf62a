#if TestFrameworks && canImport(XCTest)
  public import XCTest

  extension XCTestCase: TestLifetime {
    /// Does this once when the running test method has ended, before `tearDown()`.
    ///
    /// ```swift
    /// atEnd { server.stop() }
    /// ```
    ///
    /// What is added by something that is being done at the end is done next. In `tearDown()` it is too late:
    /// there XCTest itself stops the process.
    public func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void) {
      let test = ObjectIdentifier(self)
      if let ending = EndingTest.current, ending.test == test { return ending.scope.atEnd(action) }
      addTeardownBlock {
        let ending = EndingTest(test: test, scope: TestScope())
        EndingTest.$current.withValue(ending) {
          action()
          ending.scope.end()
        }
      }
    }
  }

  extension XCTestCase {
    /// Runs a test method, and fails it when a subscription, a request or a connection is open at its end.
    ///
    /// ```swift
    /// final class SyncTests: XCTestCase {
    ///   override func invokeTest() { checkingLeaks { super.invokeTest() } }
    /// }
    /// ```
    ///
    /// What is looked at: <doc:LifeOfATest>. `tearDown()` has been called by then.
    public func checkingLeaks(_ invokeTest: () -> Void) {
      let scope = TestScope(checksLeaks: true)
      TestScope.$current.withValue(scope) {
        invokeTest()
        scope.end()
      }
    }
  }

  /// The test case whose end is being dealt with, which XCTest would not take a further block for.
  private struct EndingTest: Sendable {
    @TaskLocal static var current: EndingTest?

    var test: ObjectIdentifier
    var scope: TestScope
  }
#endif
