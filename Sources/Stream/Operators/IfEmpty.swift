extension ObservableType {
  /// Sends an element when the source completes without one.
  ///
  /// ```swift
  /// let number = Observable<Int>.empty().ifEmpty(default: 0)
  /// ```
  ///
  /// ```text
  /// source               -------|
  /// ifEmpty(default: 0)  -------(0|)
  /// ```
  ///
  /// ![A marble diagram of ifEmpty.](ifEmpty)
  ///
  /// No element of the source is kept (law 2).
  @inlinable
  public func ifEmpty(default element: Element) -> Observable<Element> {
    ifEmpty(switchTo: Observable(just: element))
  }

  /// Continues with another stream when the source completes without an element.
  ///
  /// ```swift
  /// let numbers = Observable<Int>.empty().ifEmpty(switchTo: Observable.of(1, 2))
  /// ```
  ///
  /// ```text
  /// source                   -------|
  /// ifEmpty(switchTo: a-b|)  -------a-b|
  /// ```
  ///
  /// The other stream is subscribed to only then. Recursion keeps the stack flat (law 7).
  @inlinable
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    let source = asObservable()
    return Observable(tail: { sink in
      let handover = Handover(sink)
      let isEmpty = Variable(true)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            isEmpty.value = false
            return sink.next(element)
          },
          end: { ending in
            if case .completed = ending, isEmpty.value {
              handover.takeOver(other)
            } else {
              sink.end(ending)
            }
          }))
      return handover.successor()
    })
  }
}
