extension ObservableType {
  /// Delivers events on a scheduler.
  ///
  /// ```swift
  /// let subscription = names.observe(on: .main).subscribe(onNext: { print($0) })
  /// ```
  ///
  /// ```text
  /// source          --1-2----3--|
  /// observe(on: s)  ---1-2----3--|     each when s runs it
  /// ```
  ///
  /// ![A marble diagram of observeOn.](observeOn)
  ///
  /// Events keep their order, including the end. Events that arrive during a delivery are delivered in the
  /// same action. After disposal on the scheduler's own thread, nothing more is delivered (law 1).
  @inlinable
  public func observe(on scheduler: some Scheduler) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let relay = Relay(sink, scheduler)
      sink.slot.hold(relay)
      source.run(Sink(slot: relay, next: { relay.next($1) }, end: { relay.end($0) }))
    })
  }
}

extension Single {
  /// Delivers the result on a scheduler.
  ///
  /// ```swift
  /// let subscription = user.observe(on: .main).subscribe(onSuccess: { print($0) })
  /// ```
  ///
  /// ```text
  /// source          --(1|)
  /// observe(on: s)  ---(1|)
  /// ```
  @inlinable
  public func observe(on scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.observe(on: scheduler) }
  }
}
