extension ObservableType {
  /// Drops all elements, and sends only the end.
  ///
  /// ```swift
  /// let saved = Observable.of(1, 2).ignoreElements()
  /// ```
  ///
  /// ```text
  /// source            --1--2--|
  /// ignoreElements()  --------|
  /// ```
  ///
  /// ![A marble diagram of ignoreElements.](ignoreElements)
  ///
  /// Elements are not kept (law 2).
  @inlinable
  public func ignoreElements() -> Observable<Never> {
    let source = asObservable()
    return Observable<Never>(run: { sink in
      source.run(Sink(slot: sink.slot, next: { _, _ in true }, end: sink.end))
    })
  }
}
