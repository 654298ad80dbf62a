extension ObservableType {
  /// Subscribes to the source on a scheduler.
  ///
  /// Use it when subscribing itself is work, reading a file for instance. Where events are delivered is the
  /// business of ``observe(on:)``.
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
  /// Disposing before the scheduler has come to it keeps the source from being subscribed to. The source is
  /// disposed of at the time of the end or of the disposal, not on the scheduler (law 2).
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
  /// Disposing before the scheduler has come to it keeps the work from being started. The work is disposed of at
  /// the time of the result or of the disposal, not on the scheduler (law 2).
  public func subscribe(on scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.subscribe(on: scheduler) }
  }
}

/// As a slot it holds the source's handle; the scheduled start has its own, since the two may come in
/// either order.
private final class ScheduledStart: Slot, @unchecked Sendable {  // One more constant, which guards itself.
  let job = Slot()

  override func dispose() {
    if close() { job.dispose() }
  }
}
