extension Observable {
  /// Completes at once, without an element.
  ///
  /// ```swift
  /// let nothing = Observable<Int>.empty()
  /// ```
  ///
  /// ```text
  /// empty  |
  /// ```
  @inlinable
  public static func empty() -> Observable<Element> {
    Observable(run: { $0.end(.completed) })
  }
}
