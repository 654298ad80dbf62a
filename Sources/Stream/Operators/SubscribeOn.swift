extension ObservableType {
  /// Subscribes to the source on a scheduler.
  ///
  /// Use it if subscribing itself does work, such as reading a file. To choose where events are delivered, use
  /// ``observe(on:)``.
  ///
  /// ```swift
  /// let lines = reading.subscribe(on: SerialDispatchQueueScheduler())
  /// ```
  ///
  /// ```text
  /// source         --1--2--|
  /// subscribe(on)  ^--1--2--|
  /// ```
  ///
  /// ![A marble diagram of subscribeOn.](subscribeOn)
  ///
  /// If you dispose before the scheduler runs the subscription, the source is not subscribed to. The source is disposed
  /// of at the time of the end or of the disposal, not on the scheduler (law 2).
  public func subscribe(on scheduler: some Scheduler) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let start = ScheduledStart()
      sink.slot.hold(start)
      let scheduled = scheduler.schedule {
        guard !start.isDisposed else { return }
        source.run(Sink(slot: start, inlet: sink.inlet, end: sink.end))
      }
      if let handle = DisposableHandle.of(scheduled) { start.job.hold(handle) }
    })
  }
}

extension Single {
  /// Starts the work on a scheduler.
  ///
  /// ```swift
  /// let content = reading.subscribe(on: SerialDispatchQueueScheduler())
  /// ```
  ///
  /// ```text
  /// source         --x
  /// subscribe(on)  ^--x
  /// ```
  ///
  /// If you dispose before the scheduler runs the subscription, the work does not start. The work is disposed of at the
  /// time of the result or of the disposal, not on the scheduler (law 2).
  public func subscribe(on scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.subscribe(on: scheduler) }
  }
}

/// One subscription of `subscribe(on:)`.
///
/// Its ``Slot`` holds the handle of the source. The scheduled start has its own slot, because the two handles may
/// arrive in either order.
private final class ScheduledStart: Slot, @unchecked Sendable {  // One more constant, which is thread-safe.
  let job = Slot()

  override func dispose() {
    if close() { job.dispose() }
  }
}
