extension ObservableType {
  /// Delays elements and completion, but not an error.
  ///
  /// ```swift
  /// let later = Observable.of(1, 2).delay(.seconds(1), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source      --1--2----|
  /// delay(3 t)  -----1--2----|
  /// ```
  ///
  /// ![A marble diagram of delay.](delay)
  ///
  /// Elements keep their intervals, and completion is delayed too. An error is sent at once, and the pending elements
  /// are dropped. Delayed events are delivered on the scheduler. Disposing cancels all pending events and releases them
  /// (law 2).
  public func delay(_ dueTime: Duration, scheduler: some Scheduler) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let line = DelayLine(sink, dueTime, scheduler)
      source.run(
        Sink(
          slot: line.conductor,
          next: { _, element in
            line.add(.next(element))
            return !line.conductor.isDisposed
          },
          end: { line.add(Event($0)) }))
    })
  }
}

extension Single {
  /// Delays a success, but not a failure.
  ///
  /// ```swift
  /// let later = Single.just(1).delay(.seconds(1), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source      --x
  /// delay(3 t)  -----x
  /// ```
  ///
  /// Disposing cancels it (law 2).
  public func delay(_ dueTime: Duration, scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.delay(dueTime, scheduler: scheduler) }
  }
}

/// One subscription of `delay`: ``DelayState`` decides, and this class performs its actions.
private final class DelayLine<Element: Sendable>: @unchecked Sendable {
  let conductor: Conductor<Element>
  private let dueTime: Duration
  private let scheduler: any Scheduler
  // Guarded by the conductor, which performs one action at a time.
  private var state = DelayState<Element>()

  init(_ sink: Sink<Element>, _ dueTime: Duration, _ scheduler: any Scheduler) {
    conductor = Conductor(sink, others: 1)
    self.dueTime = dueTime
    self.scheduler = scheduler
  }

  func add(_ event: Event<Element>) {
    let due = scheduler.now.addingClamped(dueTime)
    conductor.perform { self.perform(self.state.received(event, due: due)) }
  }

  private func perform(_ action: DelayState<Element>.Action) {
    switch action {
    case .none: break
    case .setTimer(let due):
      conductor.schedule(after: due.subtractingClamped(scheduler.now), on: scheduler, in: conductor.others[0])
      {
        self.sendDue()
      }
    case .fail(let error): conductor.finish(.error(error))
    }
  }

  private func sendDue() {
    let now = scheduler.now
    while !conductor.isDisposed, let event = state.takeDue(at: now) {
      if let element = event.element { conductor.send(element) } else { conductor.finish(.completed) }
    }
    if !conductor.isDisposed { perform(state.nextTimer()) }
  }
}
