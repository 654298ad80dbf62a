/// A mock object: a class that conforms to the protocol of a collaborator by way of a ``Mock``.
///
/// ```swift
/// final class MockExample: Example, Mockable {
///   let mock = Mock()
///   var foo: String { mock.get.foo }
/// }
/// ```
public protocol Mockable {
  /// What answers for its members.
  var mock: Mock { get }
}

extension Mockable {
  /// Begins the statement of an expectation: `example.expect.foo.to(.return("bar"))`.
  public var expect: ExpectedMembers { mock.expect }

  /// What has been used, in the order it happened.
  public var calls: MockCallLog { mock.calls }

  /// Fails the test for each expectation that was called less often than it has to be.
  public func verify() { mock.verify() }

  /// Verifies itself at the end of the test, and reports at this line what belongs to no expectation.
  ///
  /// ```swift
  /// let example = MockExample().verified(afterEach: self)  // .test in Swift Testing
  /// ```
  public func verified(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) -> Self {
    let mock = mock
    let place = SourcePlace(file: file, line: line)
    mock.move(to: place)
    mock.verify(afterEach: test, at: place)
    return self
  }
}
