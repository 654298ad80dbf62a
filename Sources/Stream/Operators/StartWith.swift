extension ObservableType {
  /// Sends the given elements before those of the source.
  ///
  /// ```swift
  /// let counts = Observable.of(1, 2).startWith(0)
  /// ```
  ///
  /// ```text
  /// source        ---1--2--|
  /// startWith(0)  0--1--2--|
  /// ```
  ///
  /// ![A marble diagram of startWith.](startWith)
  ///
  /// They are sent at the subscription, on its thread, before the source is subscribed to. If the
  /// subscription ends during them, the source is not subscribed to (law 4).
  @inlinable
  public func startWith(_ elements: Element...) -> Observable<Element> {
    let source = asObservable()
    return Observable(tail: { sink in
      for element in elements {
        guard sink.next(element), !sink.slot.isDisposed else { return nil }
      }
      return source
    })
  }
}
