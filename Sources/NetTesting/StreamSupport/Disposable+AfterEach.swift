public import Stream

extension Disposable {
  /// Disposes of this at the end of the test.
  ///
  /// ```swift
  /// service.names().subscribe(onNext: got.set).disposed(afterEach: self)  // in an XCTestCase
  /// service.names().subscribe(onNext: got.set).disposed(afterEach: .test)  // in Swift Testing
  /// ```
  ///
  /// Disposables are disposed of in reverse order. `.test` requires the trait `.netTesting`.
  public func disposed(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) {
    test.atEnd(file: file, line: line) { dispose() }
  }
}
