extension Observable {
  /// Sends nothing and never ends.
  ///
  /// ```swift
  /// let silence = Observable<Int>.never()
  /// ```
  ///
  /// ```text
  /// never  -----
  /// ```
  ///
  /// It does not retain the observer (law 2).
  @inlinable
  public static func never() -> Observable<Element> {
    Observable(run: { _ in })
  }
}

extension Single {
  /// Never succeeds or fails.
  ///
  /// ```swift
  /// let silence = Single<Int>.never()
  /// ```
  ///
  /// ```text
  /// never  -----
  /// ```
  ///
  /// It does not retain the observer (law 2).
  @inlinable
  public static func never() -> Single<Element> {
    Single(pending: { _ in })
  }
}
