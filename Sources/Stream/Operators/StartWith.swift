extension ObservableType {
  /// Sends these elements before those of the source.
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
  /// They come at the subscription, on its thread, before the source is subscribed to. When nobody listens any
  /// more after them, it is not (law 4).
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
