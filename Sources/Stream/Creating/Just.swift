extension Observable {
  /// Sends one element and completes.
  ///
  /// ```swift
  /// let one = Observable.just(1)
  /// ```
  ///
  /// ```text
  /// just(1)  (1|)
  /// ```
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> { Observable(just: element) }
}

extension Single {
  /// Succeeds with an element at hand.
  ///
  /// ```swift
  /// let one = Single.just(1)
  /// ```
  @inlinable
  public static func just(_ element: Element) -> Single<Element> { Single(just: element) }
}
