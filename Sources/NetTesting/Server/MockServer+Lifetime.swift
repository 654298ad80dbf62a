extension MockServer {
  /// Starts to listen, and stops when the test has ended. It is kept until then.
  ///
  /// ```swift
  /// let server = MockServer()
  /// try server.start(stopAfterEach: self)
  /// ```
  ///
  /// In Swift Testing it is `stopAfterEach: .test`, in a test with the trait `.netTesting`.
  public func start(
    stopAfterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) throws(MockServerError) {
    try start()
    test.atEnd(file: file, line: line) { self.stop() }
  }
}
