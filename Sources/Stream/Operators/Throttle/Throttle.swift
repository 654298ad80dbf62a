extension ObservableType {
  /// Sends at most one element per interval: the first at once, then the latest of each interval.
  ///
  /// Use it for elements that arrive too often but are needed at regular intervals.
  ///
  /// ```swift
  /// let calm = positions.throttle(.milliseconds(100), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source                        --1-2-3-----4-5----|
  /// throttle(4 t)                 --1---3-----4---5--|
  /// throttle(4 t, latest: false)  --1---------4------|
  /// ```
  ///
  /// ![A marble diagram of throttle.](throttle)
  ///
  /// With `latest`, the last element of an interval is sent when the interval ends, even if the source has completed
  /// meanwhile; completion then follows it. Without it, elements inside an interval are dropped (law 15). An error is
  /// sent at once.
  public func throttle(
    _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let valve = Valve(sink, dueTime, latest: latest, scheduler)
      source.run(
        Sink(
          slot: valve.conductor,
          next: { _, element in
            valve.conductor.perform { valve.receive(element) }
            return !valve.conductor.isDisposed
          },
          end: { ending in valve.conductor.perform { valve.end(ending) } }))
    })
  }
}

/// One subscription of `throttle`: ``ThrottleState`` decides, and this class performs its actions.
private final class Valve<Element: Sendable>: @unchecked Sendable {
  let conductor: Conductor<Element>
  private let scheduler: any Scheduler
  // Guarded by the conductor, which performs one action at a time.
  private var state: ThrottleState<Element>

  init(
    _ sink: Sink<Element>, _ dueTime: Duration, latest: Bool, _ scheduler: any Scheduler
  ) {
    conductor = Conductor(sink, others: 1)
    self.scheduler = scheduler
    state = ThrottleState(dueTime: dueTime, latest: latest)
  }

  func receive(_ element: Element) { perform(state.received(element, at: scheduler.now)) }

  func end(_ ending: Ending) { perform(state.ended(ending)) }

  private func perform(_ action: ThrottleState<Element>.Action) {
    switch action {
    case .none: break
    case .send(let element):
      conductor.send(element)
      state.sent(at: scheduler.now)
    case .complete(let element):
      if let element { conductor.send(element) }
      conductor.finish(.completed)
    case .fail(let error): conductor.finish(.error(error))
    case .setTimer(let delay):
      conductor.schedule(after: delay, on: scheduler, in: conductor.others[0]) {
        self.perform(self.state.timerFired())
      }
    }
  }
}
