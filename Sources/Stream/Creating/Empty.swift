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
  /// It sends its end while it is being subscribed to (law 1).
  @inlinable
  public static func empty() -> Observable<Element> {
    Observable(run: { $0.end(.completed) })
  }
}
