extension ObservableType {
  /// Sends each event as an element, then completes.
  ///
  /// Use it to handle errors as values, such as in `flatMap` or in a log, without ending the stream.
  ///
  /// ```swift
  /// let events = Observable.of(1, 2).materialize()
  /// ```
  ///
  /// ```text
  /// source         --1--2--#
  /// materialize()  --a--b--(c|)     next(1), next(2), error
  /// ```
  ///
  /// ![A marble diagram of materialize.](materialize)
  ///
  /// It never fails. ``dematerialize()`` is the inverse.
  @inlinable
  public func materialize() -> Observable<Event<Element>> {
    let source = asObservable()
    return Observable<Event<Element>>(run: { sink in
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in sink.next(.next(element)) },
          end: { ending in
            if sink.next(Event(ending)) { sink.end(.completed) }
          }))
    })
  }

  /// Sends the events that are the elements of the source.
  ///
  /// ```swift
  /// let numbers = Observable.of(1, 2).materialize().dematerialize()
  /// ```
  ///
  /// ```text
  /// source           --a--b--c--     next(1), next(2), error
  /// dematerialize()  --1--2--#
  /// ```
  ///
  /// The source is disposed of at the first element that is an end (law 4). It also ends when the source does.
  @inlinable
  public func dematerialize<Value: Sendable>() -> Observable<Value> where Element == Event<Value> {
    let source = asObservable()
    return Observable<Value>(run: { sink in
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, event in
            switch event {
            case .next(let element): return sink.next(element)
            case .error(let error): sink.end(.error(error))
            case .completed: sink.end(.completed)
            }
            return false
          },
          end: sink.end))
    })
  }
}
