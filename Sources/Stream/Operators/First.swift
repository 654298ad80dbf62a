extension ObservableType {
  /// Succeeds with the first element, or with nil when the stream completes without one.
  ///
  /// ```swift
  /// let one = Observable.of(1, 2).first()
  /// ```
  ///
  /// ```text
  /// source   --1--2--|
  /// first()  --(1)
  /// ```
  ///
  /// ![A marble diagram of first.](first)
  ///
  /// The source is disposed of at that element (law 4). Use ``asSingle()`` if anything but exactly one element is an
  /// error.
  @inlinable
  public func first() -> Single<Element?> {
    let source = asObservable()
    return Single<Element?>(pending: { sink in
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            sink.resolve(.success(element))
            return false
          },
          end: { ending in
            switch ending {
            case .completed: sink.resolve(.success(nil))
            case .error(let error): sink.resolve(.failure(error))
            }
          }))
    })
  }
}
