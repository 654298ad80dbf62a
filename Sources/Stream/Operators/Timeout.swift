import Synchronization

extension ObservableType {
  /// Fails if no element arrives for a given time.
  ///
  /// ```swift
  /// let prompt = ticks.timeout(.seconds(5), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source        --1--2-----------3--|
  /// timeout(5 t)  --1--2----#
  /// ```
  ///
  /// ![A marble diagram of timeout.](timeout)
  ///
  /// The time starts at the subscription and again at each element (law 15). The error is ``StreamError/timeout``, and
  /// the source is disposed of before it. If an element and a deadline fall on the same time, the one that the
  /// scheduler runs first counts. An element sets no timer: it records the time, and the one timer is set again if it
  /// fires too early.
  public func timeout(
    _ dueTime: Duration, scheduler: some Scheduler
  ) -> Observable<Element> {
    timeout(dueTime, other: .error(StreamError.timeout), scheduler: scheduler)
  }

  /// Continues with another stream if no element arrives for a given time.
  ///
  /// ```swift
  /// let prompt = ticks.timeout(.seconds(5), other: Observable.of(0), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source                     --1--2-----------3--|
  /// timeout(5 t, other: a-b|)  --1--2----a-b|
  /// ```
  ///
  /// The time starts at the subscription and again at each element (law 15). The source is disposed of before the other
  /// stream starts. The other stream has no time limit.
  public func timeout(
    _ dueTime: Duration, other: Observable<Element>, scheduler: some Scheduler
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let watch = Watch(sink, dueTime, other, scheduler)
      sink.slot.hold(watch)
      watch.run(source)
    })
  }

  /// Continues with another source of any type if no element arrives for a given time.
  ///
  /// ```swift
  /// let spare = PublishSubject<Int>()
  /// let prompt = ticks.timeout(.seconds(5), other: spare, scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source                        --1--2-----------3--|
  /// timeout(5 t, other: subject)  --1--2----a-b|
  /// ```
  ///
  /// Use it with subjects and your own types. It gives the same guarantees as the form for observables (law 15).
  @_disfavoredOverload
  public func timeout<Source: ObservableConvertible>(
    _ dueTime: Duration, other: Source, scheduler: some Scheduler
  ) -> Observable<Element> where Source.Element == Element {
    timeout(dueTime, other: other.asObservable(), scheduler: scheduler)
  }
}

extension Single {
  /// Fails if there is no result within a given time.
  ///
  /// ```swift
  /// let prompt = user.timeout(.seconds(5), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source        -----------x
  /// timeout(5 t)  -----#
  /// ```
  ///
  /// The error is ``StreamError/timeout``, and the work is disposed of before it. The time starts at the subscription
  /// (law 15).
  public func timeout(_ dueTime: Duration, scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.timeout(dueTime, scheduler: scheduler) }
  }

  /// Continues with another single if there is no result within a given time.
  ///
  /// ```swift
  /// let prompt = user.timeout(.seconds(5), other: Single.just("nobody"), scheduler: .main)
  /// ```
  ///
  /// ```text
  /// source                   -----------x
  /// timeout(5 t, other: -a)  ------a
  /// ```
  ///
  /// The time starts at the subscription (law 15).
  public func timeout(
    _ dueTime: Duration, other: Single<Element>, scheduler: some Scheduler
  ) -> Single<Element> {
    lifted { $0.timeout(dueTime, other: other.asObservable(), scheduler: scheduler) }
  }
}

/// One subscription of `timeout`.
///
/// Its ``Slot`` holds the handle of the source.
///
/// Restarting the timer for each element would cost more than everything else. Instead, an element only records the new
/// deadline, and the timer, when it fires, is set again for the remaining time.
private final class Watch<Element: Sendable>: Slot, @unchecked Sendable {
  // Constants, each of which is thread-safe. `turn` rises by one when an element takes it, and by one when that element
  // has been delivered and the deadline recorded. A timer takes it only while it is even, so it never interrupts a
  // delivery, and only if no element has arrived since it read the deadline.
  private let sink: Sink<Element>
  private let dueTime: Duration
  private let other: Observable<Element>
  private let scheduler: any Scheduler
  private let turn = Atomic(0)
  private let deadline: Lock<Duration>
  private let timer = Slot()

  /// The value of `turn` once the source has ended or the time has run out.
  private static var over: Int { -1 }

  init(
    _ sink: Sink<Element>, _ dueTime: Duration, _ other: Observable<Element>,
    _ scheduler: any Scheduler
  ) {
    self.sink = sink
    self.dueTime = dueTime
    self.other = other
    self.scheduler = scheduler
    deadline = Lock(scheduler.now.addingClamped(dueTime))
    super.init()
  }

  func run(_ source: Observable<Element>) {
    setTimer(after: dueTime)
    source.run(Sink(slot: self, next: { self.next($1) }, end: { self.end($0) }))
  }

  override func dispose() {
    if close() { timer.dispose() }
  }

  private func next(_ element: Element) -> Bool {
    let current = turn.load(ordering: .acquiring)
    guard current != Watch.over, take(current, leaving: current + 1) else { return false }
    guard sink.next(element) else {
      dispose()
      return false
    }
    let next = scheduler.now.addingClamped(dueTime)
    deadline.withLock { $0 = next }
    turn.store(current + 2, ordering: .releasing)
    return !isDisposed
  }

  private func end(_ ending: Ending) {
    let current = turn.load(ordering: .acquiring)
    guard current != Watch.over, take(current, leaving: Watch.over) else { return }
    timer.dispose()
    sink.end(ending)
    dispose()
  }

  private func fired() {
    guard !isDisposed else { return }
    let current = turn.load(ordering: .acquiring)
    guard current != Watch.over else { return }
    // The deadline that the current delivery will record is no earlier than this.
    guard current.isMultiple(of: 2) else { return setTimer(after: dueTime) }
    let left = deadline.withLock { $0 }.subtractingClamped(scheduler.now)
    guard left <= .zero else { return setTimer(after: left) }
    guard take(current, leaving: Watch.over) else { return setTimer(after: dueTime) }
    dispose()
    other.run(sink)
  }

  private func take(_ current: Int, leaving next: Int) -> Bool {
    turn.compareExchange(expected: current, desired: next, ordering: .acquiringAndReleasing).exchanged
  }

  private func setTimer(after delay: Duration) {
    // A separate slot, because the handle may be known only after the timer has fired.
    let next = Slot()
    timer.hold(next)
    let scheduled = scheduler.schedule(after: delay) { self.fired() }
    if let handle = DisposableHandle.of(scheduled) { next.hold(handle) }
  }
}
