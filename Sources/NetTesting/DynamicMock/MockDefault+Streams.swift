public import Stream

extension Single: MockDefault {
  /// A single of the default of its element, or one that fails with a ``MockFailure`` if there is none.
  public static var mockDefault: Single<Element> {
    if let value = NetTesting.mockDefault(of: Element.self) { return .just(value) }
    return .error(MockFailure(noValueOf: Element.self))
  }
}

extension Observable: MockDefault {
  /// An observable that completes without an element.
  public static var mockDefault: Observable<Element> { .empty() }
}
