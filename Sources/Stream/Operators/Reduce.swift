extension ObservableType {
  /// Combines all elements into one, and sends it when the source completes.
  ///
  /// Use ``scan(_:accumulator:)`` to see the steps on the way.
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
  /// A source without elements gives the seed. An error that the closure throws is the error of the stream, and
  /// the source is disposed of (law 8).
  @inlinable
  public func reduce<Result: Sendable>(
    _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
  ) -> Observable<Result> {
    reduce(seed, accumulator: accumulator, mapResult: { $0 })
  }

  /// Combines all elements into one, and sends what the second closure makes of it when the source completes.
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
  /// An error that a closure throws is the error of the stream (law 8).
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
          next: { element in
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
