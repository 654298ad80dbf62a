extension ObservableType {
  /// Transforms the error.
  ///
  /// Use it in a layer that has its own error type.
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
  /// ![A marble diagram of mapError.](mapError)
  ///
  /// If the closure throws, that error replaces the original one (law 8).
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
  /// Transforms the failure.
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
  /// If the closure throws, that error replaces the original one (law 8).
  @inlinable
  public func mapError(
    _ transform: @escaping @Sendable (any Error) throws -> any Error
  ) -> Single<Element> {
    self.catch { error in .error(try transform(error)) }
  }
}
