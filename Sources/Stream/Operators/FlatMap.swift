extension ObservableType {
  /// Runs a stream for each element, all at the same time, and merges their elements.
  ///
  /// Use ``concatMap(_:)`` if their order matters.
  ///
  /// ```swift
  /// let all = Observable.of(1, 2).flatMap { Observable.of($0, $0 * 10) }
  /// ```
  ///
  /// ```text
  /// source           --1-----2--|
  /// flatMap { a-b }  --a-b---a-b|
  /// ```
  ///
  /// ![A marble diagram of flatMap.](flatMap)
  ///
  /// It completes when the source and all inner streams have completed; an error of any of them, or of the
  /// closure, ends it and disposes of the others (laws 8 and 9). Inner streams may send from different
  /// threads; their events are serialized.
  @inlinable
  public func flatMap<Source: ObservableConvertible>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    merging(limit: .max, selector)
  }
}

extension Single {
  /// Continues with the single that the closure creates from the success.
  ///
  /// Use it for steps that depend on each other, such as logging in and then loading.
  ///
  /// ```swift
  /// let profile = Single.just("token").flatMap { token in Single.just("profile of \(token)") }
  /// ```
  ///
  /// ```text
  /// source          --1
  /// flatMap { -a }  ---a
  /// ```
  ///
  /// If the first single fails, the closure is not called. If the closure throws, the single fails with that error
  /// (law 8). Recursion keeps the stack flat (law 7).
  @inlinable
  public func flatMap<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) throws -> Single<Result>
  ) -> Single<Result> {
    let source = self
    return Single<Result>(start: { source.start().flatMap(selector) })
  }
}

extension Started {
  /// A separate function, because the frame of the closure that calls `start()` stays on the stack while the source starts.
  @inlinable @inline(__always)
  func flatMap<Result: Sendable>(
    _ selector: @escaping @Sendable (Element) throws -> Single<Result>
  ) -> Beginning<Result> {
    switch self {
    case .success(let element):
      do { return .tail(try selector(element)) } catch { return .started(.failure(error)) }
    case .failure(let error):
      return .started(.failure(error))
    case .pending(let attach):
      return .chain { sink in
        SingleHandover(sink) { event in
          switch event.map(catching: selector) {
          case .success(let following): .proceed(following)
          case .failure(let error): .end(.failure(error))
          }
        }.run(attach)
      }
    }
  }
}
