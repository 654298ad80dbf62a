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
  ///
  /// The end is sent before `subscribe` returns (law 1).
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
  ///
  /// ```text
  /// error(e)  #
  /// ```
  ///
  /// It fails before `subscribe` returns, without a thread or a lock (law 5).
  @inlinable
  public static func error(_ error: any Error) -> Single<Element> {
    Single(start: { .started(.failure(error)) })
  }
}
