public import Stream

extension Disposable {
  /// Disposes of this when the test has ended.
  ///
  /// ```swift
  /// service.names().subscribe(onNext: got.set).disposed(afterEach: self)  // in an XCTestCase
  /// service.names().subscribe(onNext: got.set).disposed(afterEach: .test)  // in Swift Testing
  /// ```
  ///
  /// Last in, first out. `.test` wants the trait `.netTesting`.
  public func disposed(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) {
    test.atEnd(file: file, line: line) { dispose() }
  }
}
