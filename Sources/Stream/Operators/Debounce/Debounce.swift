extension ObservableType {
  /// Sends an element once no other has followed it for a given time.
  ///
  /// Use it for a value that changes quickly and is needed once it settles, such as text that someone types.
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
  /// ![A marble diagram of debounce.](debounce)
  ///
  /// When the source completes, the pending element is sent at once, then completion (law 15). An error is
  /// sent at once, and the pending element is dropped.
  @inlinable
  public func debounce(_ dueTime: Duration, scheduler: some Scheduler) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in Debouncer(sink, dueTime, scheduler).run(source) })
  }
}
