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
  /// Both come while it is being subscribed to (law 1).
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> { Observable(just: element) }
}

extension Single {
  /// Succeeds with an element at hand.
  ///
  /// ```swift
  /// let one = Single.just(1)
  /// ```
  ///
  /// ```text
  /// just(1)  (1)
  /// ```
  ///
  /// It succeeds while it is being subscribed to, and needs no thread and no lock (law 5).
  @inlinable
  public static func just(_ element: Element) -> Single<Element> { Single(just: element) }
}
