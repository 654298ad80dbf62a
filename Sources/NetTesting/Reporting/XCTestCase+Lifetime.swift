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

  /// The test case whose end is being dealt with, which XCTest would not take a further block for.
  private struct EndingTest: Sendable {
    @TaskLocal static var current: EndingTest?

    var test: ObjectIdentifier
    var scope: TestScope
  }
#endif
