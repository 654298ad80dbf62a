extension ObservableType {
  /// Turns the error into another.
  ///
  /// Use it where a layer speaks of failures in its own words.
  ///
  /// ```swift
  /// struct LoginFailed: Error { var reason: any Error }
  /// let login = Observable<Int>.error(CancellationError()).mapError { LoginFailed(reason: $0) }
  /// ```
  ///
  /// ```text
  /// source          --1--#
  /// mapError { x }  --1--x
  /// ```
  ///
  /// An error that the closure throws takes the place of the first, too (law 8).
  @inlinable
  public func mapError(
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      source.run(
        Sink(
          slot: sink.slot, inlet: sink.inlet,
          end: { ending in
            guard case .error(let error) = ending else { return sink.end(ending) }
            do { sink.end(.error(try transform(error))) } catch { sink.end(.error(error)) }
          }))
    })
  }
}

extension Single {
  /// Turns the failure into another.
  ///
  /// ```swift
  /// struct LoginFailed: Error { var reason: any Error }
  /// let login = Single<Int>.error(CancellationError()).mapError { LoginFailed(reason: $0) }
  /// ```
  ///
  /// ```text
  /// source          --#
  /// mapError { x }  --x
  /// ```
  ///
  /// An error that the closure throws takes the place of the first, too (law 8).
  @inlinable
  public func mapError(
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Single<Element> {
    self.catch { error in .error(try transform(error)) }
  }
}
