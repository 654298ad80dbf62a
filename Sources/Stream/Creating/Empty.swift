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
  ///
  /// The end is sent before `subscribe` returns (law 1).
  @inlinable
  public static func empty() -> Observable<Element> {
    Observable(run: { $0.end(.completed) })
  }
}
