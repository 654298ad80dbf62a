extension ObservableType {
  /// Sends at most one element in so much time: the first at once, and then the latest of each span.
  ///
  /// Use it for what comes too often, and is wanted regularly all the same.
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
  /// With `latest` the last element of a span is sent when it is over, also when the source has completed
  /// meanwhile; completion then follows it. Without, elements inside a span are dropped (law 15). An error comes at
  /// once.
  public func throttle(
    _ dueTime: Duration, latest: Bool = true, scheduler: some Scheduler
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let valve = Valve(sink, dueTime, latest: latest, scheduler)
      source.run(
        Sink(
          slot: valve.conductor,
          next: { element in
            valve.conductor.perform { valve.receive(element) }
            return !valve.conductor.isDisposed
          },
          end: { ending in valve.conductor.perform { valve.end(ending) } }))
    })
  }
}

// The conductor guards what varies: it performs one thing at a time.
private final class Valve<Element: Sendable>: @unchecked Sendable {
  let conductor: Conductor<Element>
  private let dueTime: Duration
  private let latest: Bool
  private let scheduler: any Scheduler
  private var lastSent: Duration?
  private var waiting: Element?
  private var isSourceDone = false

  init(
    _ sink: Sink<Element>, _ dueTime: Duration, latest: Bool, _ scheduler: any Scheduler
  ) {
    conductor = Conductor(sink, others: 1)
    self.dueTime = dueTime
    self.latest = latest
    self.scheduler = scheduler
  }

  func receive(_ element: Element) {
    let left = lastSent.map { $0 + dueTime - scheduler.now } ?? .zero
    guard left > .zero else { return send(element) }
    guard latest else { return }
    let isScheduled = waiting != nil
    waiting = element
    guard !isScheduled else { return }
    conductor.schedule(after: left, on: scheduler, in: conductor.others[0]) {
      if let element = self.waiting { self.send(element) }
      if self.isSourceDone { self.conductor.finish(.completed) }
    }
  }

  func end(_ ending: Ending) {
    if case .completed = ending, waiting != nil {
      isSourceDone = true
    } else {
      conductor.finish(ending)
    }
  }

  private func send(_ element: Element) {
    waiting = nil
    conductor.send(element)
    // Read after the delivery, so that one that takes long leaves room behind it.
    lastSent = scheduler.now
  }
}
