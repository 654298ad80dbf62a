extension ObservableType {
  /// Combines all elements into one, and sends it when the source completes.
  ///
  /// Use ``scan(_:accumulator:)`` to receive the intermediate results.
  ///
  /// ```swift
  /// let total = Observable.of(1, 2, 3).reduce(0) { $0 + $1 }
  /// ```
  ///
  /// ```text
  /// source                 --1--2--3--|
  /// reduce(0) { $0 + $1 }  -----------(6|)
  /// ```
  ///
  /// ![A marble diagram of reduce.](reduce)
  ///
  /// An empty source sends the seed. If the closure throws, the stream fails with that error, and the source
  /// is disposed of (law 8).
  @inlinable
  public func reduce<Result: Sendable>(
    _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
  ) -> Observable<Result> {
    reduce(seed, accumulator: accumulator, mapResult: { $0 })
  }

  /// Combines all elements into one, and sends its transformed value when the source completes.
  ///
  /// ```swift
  /// let total = Observable.of(1, 2).reduce(0, accumulator: { $0 + $1 }, mapResult: { "\($0)" })
  /// ```
  ///
  /// ```text
  /// source                         --1--2--|
  /// reduce(0, +, mapResult: text)  --------("3"|)
  /// ```
  ///
  /// If a closure throws, the stream fails with that error (law 8).
  @inlinable
  public func reduce<Accumulated: Sendable, Result: Sendable>(
    _ seed: Accumulated,
    accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated,
    mapResult: @escaping @Sendable (Accumulated) throws -> Result
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result>(run: { sink in
      let accumulated = Variable(seed)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            do {
              accumulated.value = try accumulator(accumulated.value, element)
              return true
            } catch {
              sink.end(.error(error))
              return false
            }
          },
          end: { ending in
            guard case .completed = ending else { return sink.end(ending) }
            do {
              if sink.next(try mapResult(accumulated.value)) { sink.end(.completed) }
            } catch {
              sink.end(.error(error))
            }
          }))
    })
  }
}
