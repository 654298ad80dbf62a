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
  /// Without a period it completes with its one element. Ticks keep to the times that the subscription has set,
  /// however long a delivery takes; those that a long one has missed are made up for by one. Disposing calls the
  /// next tick off (law 2).
  public static func timer(
    _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler
  ) -> Observable<Element> {
    Observable(run: { sink in Ticker(sink, period).start(after: dueTime, on: scheduler) })
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
  ///
  /// What holds is said at ``timer(_:period:scheduler:)``: ticks do not drift, and disposing calls the next off
  /// (law 2).
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
  ///
  /// ```text
  /// timer(5 t)  -----(0)
  /// ```
  ///
  /// Disposing calls it off (law 2).
  public static func timer(_ dueTime: Duration, scheduler: some Scheduler) -> Single<Element> {
    let observable = Observable<Element>.timer(dueTime, scheduler: scheduler)
    return Single(pending: { sink in observable.run(first: sink) })
  }
}

/// One subscription of `timer`.
///
/// As a slot it holds what has been scheduled.
private final class Ticker<Element: FixedWidthInteger & Sendable>: Slot, @unchecked Sendable {
  private let sink: Sink<Element>
  private let period: Duration?
  // Belongs to the tick that runs: ticks come one at a time.
  private var number: Element = 0

  init(_ sink: Sink<Element>, _ period: Duration?) {
    self.sink = sink
    self.period = period
    super.init()
  }

  func start(after dueTime: Duration, on scheduler: any Scheduler) {
    sink.slot.hold(self)
    let ticks: any Disposable
    if let period {
      ticks = scheduler.schedulePeriodic(startAfter: dueTime, period: period) { self.tick() }
    } else {
      ticks = scheduler.schedule(after: dueTime) { self.tick() }
    }
    if let handle = DisposableHandle.of(ticks) { hold(handle) }
  }

  private func tick() {
    guard !isDisposed else { return }
    guard sink.next(number) else { return dispose() }
    number &+= 1
    guard period == nil else { return }
    sink.end(.completed)
    dispose()
  }
}
