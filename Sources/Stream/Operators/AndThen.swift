extension Single where Element == Void {
  /// Runs another single after this one has succeeded, and takes its result.
  ///
  /// Use it where RxSwift has a `Completable`.
  ///
  /// ```swift
  /// let saved = Single.just(())
  /// let shown = saved.andThen(service.user("trentm"))
  /// ```
  ///
  /// ```text
  /// source           --(x)
  /// second             ---(a)
  /// andThen(second)  -----(a)
  /// ```
  ///
  /// ![A marble diagram of andThen.](andThen)
  ///
  /// If this single fails, so does the result, and the second one does not start. Recursion keeps the stack flat
  /// (law 7).
  @inlinable
  public func andThen<Value: Sendable>(_ second: Single<Value>) -> Single<Value> {
    flatMap { second }
  }

  /// Subscribes to an observable after this single has succeeded, and sends its events.
  ///
  /// ```swift
  /// let saved = Single.just(())
  /// let shown = saved.andThen(names)
  /// ```
  ///
  /// ```text
  /// source           --(x)
  /// second             --a--b--|
  /// andThen(second)  ----a--b--|
  /// ```
  ///
  /// If this single fails, so does the stream, and the observable is not subscribed to.
  @inlinable
  public func andThen<Source: ObservableType>(_ second: Source) -> Observable<Source.Element> {
    let second = second.asObservable()
    return asObservable().concatMap { second }
  }
}
