extension Observable where Element: FixedWidthInteger {
  /// Sends 0 after so much time, and then 1, 2, … at a period if there is one.
  ///
  /// ```swift
  /// let inASecond = Observable<Int>.timer(.seconds(1), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// timer(5 t)               -----(0|)
  /// timer(5 t, period: 2 t)  -----0-1-2-3- ...
  /// ```
  ///
  /// Without a period it completes with its one element. Ticks keep to the times that the subscription has set, however
  /// long a delivery takes; after one that took longer than a period they are counted from its end.
  public static func timer(
    _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler
  ) -> Observable<Element> {
    Observable(run: { sink in Ticker(sink, period, scheduler).start(after: dueTime) })
  }

  /// Sends 0, 1, 2, … at a period, the first when one has passed.
  ///
  /// ```swift
  /// let seconds = Observable<Int>.interval(.seconds(1), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// interval(2 t)  --0-1-2-3- ...
  /// ```
  public static func interval(
    _ period: Duration, scheduler: some Scheduler
  ) -> Observable<Element> {
    timer(period, period: period, scheduler: scheduler)
  }
}

extension Single where Element: FixedWidthInteger {
  /// Succeeds with 0 after so much time.
  ///
  /// ```swift
  /// let inASecond = Single<Int>.timer(.seconds(1), scheduler: .main)
  /// ```
  public static func timer(_ dueTime: Duration, scheduler: some Scheduler) -> Single<Element> {
    let observable = Observable<Element>.timer(dueTime, scheduler: scheduler)
    return Single(pending: { sink in observable.run(first: sink) })
  }
}

/// One subscription of `timer`. As a slot it holds the next tick.
private final class Ticker<Element: FixedWidthInteger & Sendable>: Slot, @unchecked Sendable {
  private let sink: Sink<Element>
  private let period: Duration?
  private let scheduler: any Scheduler
  // Both belong to the tick that runs: the next is scheduled when it is over.
  private var due = Duration.zero
  private var number: Element = 0

  init(_ sink: Sink<Element>, _ period: Duration?, _ scheduler: any Scheduler) {
    self.sink = sink
    self.period = period
    self.scheduler = scheduler
    super.init()
  }

  func start(after dueTime: Duration) {
    sink.slot.hold(self)
    due = scheduler.now + dueTime
    schedule(after: dueTime)
  }

  private func schedule(after delay: Duration) {
    // A slot of its own, because the handle may be known only after the tick.
    let tick = Slot()
    hold(tick)
    if let handle = DisposableHandle.of(scheduler.schedule(after: delay, { self.tick() })) {
      tick.hold(handle)
    }
  }

  private func tick() {
    guard !isDisposed else { return }
    guard sink.next(number) else { return dispose() }
    guard let period else {
      sink.end(.completed)
      return dispose()
    }
    number &+= 1
    let now = scheduler.now
    due = max(due + period, now)
    schedule(after: due - now)
  }
}
