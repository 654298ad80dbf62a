extension Observable where Element: FixedWidthInteger {
  /// Sends 0 after a delay, then 1, 2, … once per period, if there is one.
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
  /// Without a period, it completes after the first element. Ticks do not drift: each is due a whole number of periods
  /// after the first, however long a delivery takes. Ticks missed during a long delivery are replaced by one. The next
  /// tick is scheduled before a tick is delivered, so it precedes what that one schedules for the same time. Disposing
  /// cancels the next tick (law 2).
  public static func timer(
    _ dueTime: Duration, period: Duration? = nil, scheduler: some Scheduler
  ) -> Observable<Element> {
    Observable(run: { sink in Ticker(sink, period).start(after: dueTime, on: scheduler) })
  }

  /// Sends 0, 1, 2, … once per period, the first after one period.
  ///
  /// ```swift
  /// let seconds = Observable<Int>.interval(.seconds(1), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// interval(2 t)  --0-1-2-3- ...
  /// ```
  ///
  /// As with ``timer(_:period:scheduler:)``, ticks do not drift, and disposing cancels the next one (law 2).
  public static func interval(
    _ period: Duration, scheduler: some Scheduler
  ) -> Observable<Element> {
    timer(period, period: period, scheduler: scheduler)
  }
}

extension Single where Element: FixedWidthInteger {
  /// Succeeds with 0 after a delay.
  ///
  /// ```swift
  /// let inASecond = Single<Int>.timer(.seconds(1), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// timer(5 t)  -----(0)
  /// ```
  ///
  /// Disposing cancels it (law 2).
  public static func timer(_ dueTime: Duration, scheduler: some Scheduler) -> Single<Element> {
    Single(firstOf: .timer(dueTime, scheduler: scheduler))
  }
}

/// One subscription of `timer`.
///
/// Its ``Slot`` holds the scheduled action.
private final class Ticker<Element: FixedWidthInteger & Sendable>: Slot, @unchecked Sendable {
  private let sink: Sink<Element>
  private let period: Duration?
  // Used only by the running tick; ticks run one at a time.
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
