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
  ///
  /// Both events are sent before `subscribe` returns (law 1).
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> { Observable(just: element) }
}

extension Single {
  /// Succeeds at once with an element.
  ///
  /// ```swift
  /// let one = Single.just(1)
  /// ```
  ///
  /// ```text
  /// just(1)  (1)
  /// ```
  ///
  /// It succeeds before `subscribe` returns, without a thread or a lock (law 5).
  @inlinable
  public static func just(_ element: Element) -> Single<Element> { Single(just: element) }
}
