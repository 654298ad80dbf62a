/// A mock object: a class that conforms to the protocol of a collaborator by forwarding to a ``Mock``.
///
/// ```swift
/// final class MockExample: Example, Mockable {
///   let mock = Mock()
///   var foo: String { mock.get.foo }
/// }
/// ```
public protocol Mockable {
  /// The mock that answers for its members.
  var mock: Mock { get }
}

extension Mockable {
  /// Starts an expectation: `example.expect.foo.to(.return("bar"))`.
  public var expect: ExpectedMembers { mock.expect }

  /// The recorded calls, in order.
  public var calls: MockCallLog { mock.calls }

  /// Fails the test for each expectation that was called less often than required.
  public func verify() { mock.verify() }

  /// Verifies the mock at the end of the test; failures that belong to no expectation are reported at this line.
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
