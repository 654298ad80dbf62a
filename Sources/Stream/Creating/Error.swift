extension Observable {
  /// Fails at once.
  ///
  /// ```swift
  /// let refused = Observable<Int>.error(CancellationError())
  /// ```
  ///
  /// ```text
  /// error(e)  #
  /// ```
  @inlinable
  public static func error(_ error: any Error) -> Observable<Element> {
    Observable(run: { $0.end(.error(error)) })
  }
}

extension Single {
  /// Fails at once.
  ///
  /// ```swift
  /// let refused = Single<Int>.error(CancellationError())
  /// ```
  @inlinable
  public static func error(_ error: any Error) -> Single<Element> {
    Single(start: { .failure(error) })
  }
}
