extension Observable {
  /// Sends nothing and does not end.
  ///
  /// ```swift
  /// let silence = Observable<Int>.never()
  /// ```
  ///
  /// ```text
  /// never  -----
  /// ```
  ///
  /// It holds nothing of the observer (law 2).
  @inlinable
  public static func never() -> Observable<Element> {
    Observable(run: { _ in })
  }
}

extension Single {
  /// Neither succeeds nor fails.
  ///
  /// ```swift
  /// let silence = Single<Int>.never()
  /// ```
  ///
  /// ```text
  /// never  -----
  /// ```
  ///
  /// It holds nothing of the observer (law 2).
  @inlinable
  public static func never() -> Single<Element> {
    Single(pending: { _ in })
  }
}
