extension ObservableType {
  /// Sends an element when none has followed it for so long.
  ///
  /// Use it for what changes quickly and is wanted when it has come to rest: the text that someone types.
  ///
  /// ```swift
  /// let settled = texts.debounce(.milliseconds(300), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source         --1-2-3-----4-|
  /// debounce(3 t)  ---------3----(4|)
  /// ```
  ///
  /// When the source completes, the element that waits is sent at once, then the completion (law 15). An error
  /// comes at once, and what waits is dropped.
  @inlinable
  public func debounce(_ dueTime: Duration, scheduler: some Scheduler) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in Debouncer(sink, dueTime, scheduler).run(source) })
  }
}
