extension ObservableType {
  /// Sends the last `count` elements when the source completes.
  ///
  /// ```swift
  /// let lastTwo = Observable.of(1, 2, 3).take(last: 2)
  /// ```
  ///
  /// ```text
  /// source         --1--2--3--|
  /// take(last: 2)  -----------(23|)
  /// ```
  ///
  /// ![A marble diagram of takeLast.](takeLast)
  ///
  /// At most `count` elements are kept, and released with the subscription (law 2). If the count is zero or less, all
  /// elements are dropped. An error is sent at once, without the elements.
  public func take(last count: Int) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let kept = Variable(FIFO<Element>())
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            guard count > 0 else { return true }
            _ = kept.value.push(element, limit: count)
            return true
          },
          end: { ending in
            guard case .completed = ending else { return sink.end(ending) }
            while let element = kept.value.popFirst() {
              guard sink.next(element), !sink.slot.isDisposed else { return }
            }
            sink.end(ending)
          }))
    })
  }
}
