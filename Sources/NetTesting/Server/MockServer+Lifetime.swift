public import Net

extension MockServer {
  /// Makes a server that stops by itself at the end of the test.
  ///
  /// ```swift
  /// let server = MockServer(afterEach: self)  // .test in Swift Testing
  /// try server.start()
  /// ```
  public convenience init(
    timer: (any NetworkTimer)? = nil, afterEach test: some TestLifetime, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.init(timer: timer, file: file, line: line)
    test.atEnd(file: file, line: line) { self.stop() }
  }
}
