#if TestFrameworks && canImport(XCTest)
  public import XCTest

  extension XCTestCase: TestLifetime {
    /// Does this once when the running test method has ended, before `tearDown()`.
    ///
    /// ```swift
    /// atEnd { server.stop() }
    /// ```
    public func atEnd(file: StaticString, line: UInt, _ action: @escaping @Sendable () -> Void) {
      addTeardownBlock(action)
    }
  }
#endif
