extension ObservableType {
  /// Sends the element at an index, counted from zero, then completes.
  ///
  /// ```swift
  /// let third = Observable.of(1, 2, 3, 4).element(at: 2)
  /// ```
  ///
  /// ```text
  /// source          --1--2--3--4--|
  /// element(at: 2)  --------(3|)
  /// ```
  ///
  /// ![A marble diagram of elementAt.](elementAt)
  ///
  /// The source is disposed of at that element (law 4). If it completes earlier, or the index is negative, the stream
  /// fails with ``StreamError/argumentOutOfRange``.
  @inlinable
  public func element(at index: Int) -> Observable<Element> {
    guard index >= 0 else { return .error(StreamError.argumentOutOfRange) }
    let source = asObservable()
    return Observable(run: { sink in
      let left = Variable(index)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            guard left.value == 0 else {
              left.value -= 1
              return true
            }
            if sink.next(element) { sink.end(.completed) }
            return false
          },
          end: { ending in
            if case .completed = ending {
              sink.end(.error(StreamError.argumentOutOfRange))
            } else {
              sink.end(ending)
            }
          }))
    })
  }
}
