extension ObservableType {
  /// Combines each element with the result so far, and sends every result.
  ///
  /// Use it for state that events change; ``reduce(_:accumulator:)`` sends only the final result.
  ///
  /// ```swift
  /// let totals = Observable.of(1, 2, 3).scan(0) { $0 + $1 }
  /// ```
  ///
  /// ```text
  /// source               --1--2--3--|
  /// scan(0) { $0 + $1 }  --1--3--6--|
  /// ```
  ///
  /// ![A marble diagram of scan.](scan)
  ///
  /// The seed itself is not sent; each subscription starts from it. If the closure throws, the stream fails with that
  /// error, and the source is disposed of (law 8).
  @inlinable
  public func scan<Result: Sendable>(
    _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
  ) -> Observable<Result> {
    scan(into: seed) { result, element in result = try accumulator(result, element) }
  }

  /// Updates a value with each element, and sends it each time.
  ///
  /// Use it instead of ``scan(_:accumulator:)`` if a copy at each step would be expensive.
  ///
  /// ```swift
  /// let soFar = Observable.of(1, 2, 3).scan(into: [Int]()) { $0.append($1) }
  /// ```
  ///
  /// ```text
  /// source                        --1----2------3--------|
  /// scan(into: []) { append }     --[1]--[1,2]--[1,2,3]--|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the source is disposed of (law 8).
  @inlinable
  public func scan<Result: Sendable>(
    into seed: Result, accumulator: @escaping @Sendable (inout Result, Element) throws -> Void
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result>(run: { sink in
      let result = Variable(seed)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            do {
              try accumulator(&result.value, element)
            } catch {
              sink.end(.error(error))
              return false
            }
            return sink.next(result.value)
          },
          end: sink.end))
    })
  }
}
