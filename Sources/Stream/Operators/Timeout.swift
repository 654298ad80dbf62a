import Synchronization

extension ObservableType {
  /// Fails when nothing comes for so long.
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
  /// The time starts at the subscription and again at each element (law 15); the error is
  /// ``StreamError/timeout``, and the source is disposed of before it. Of an element and a deadline at the same
  /// time, the one that the scheduler runs first counts. An element sets no timer: it notes the time, and the one
  /// timer is set again when it fires too early.
  public func timeout(
    _ dueTime: Duration, scheduler: some Scheduler
  ) -> Observable<Element> {
    timeout(dueTime, other: .error(StreamError.timeout), scheduler: scheduler)
  }

  /// Goes on with another stream when nothing comes for so long.
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
  /// The time starts at the subscription and again at each element (law 15); the source is disposed of before
  /// the other starts, which has all the time it likes.
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

  /// Goes on with another stream of any kind when nothing comes for so long.
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
  /// For subjects and types of yours; what holds is what holds for observables (law 15).
  @_disfavoredOverload
  public func timeout<Source: ObservableConvertible>(
    _ dueTime: Duration, other: Source, scheduler: some Scheduler
  ) -> Observable<Element> where Source.Element == Element {
    timeout(dueTime, other: other.asObservable(), scheduler: scheduler)
  }
}

extension Single {
  /// Fails when there is no result for so long.
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
  /// The error is ``StreamError/timeout``; the work is disposed of before it. The time starts at the subscription
  /// (law 15).
  public func timeout(_ dueTime: Duration, scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.timeout(dueTime, scheduler: scheduler) }
  }

  /// Goes on with another single when there is no result for so long.
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
/// As a slot it holds the source's handle.
///
/// The timer is not restarted for each element, which would cost more than all the rest: an element only notes the
/// new deadline, and the timer, when it fires, is set again for what is left.
private final class Watch<Element: Sendable>: Slot, @unchecked Sendable {
  // Constants, each of which guards itself. `turn` goes up by one when an element takes it, and by one when that
  // has been delivered and the deadline noted. A timer takes it only while it is even, so it never cuts into a
  // delivery, and only if no element has come since it looked at the deadline.
  private let sink: Sink<Element>
  private let dueTime: Duration
  private let other: Observable<Element>
  private let scheduler: any Scheduler
  private let turn = Atomic(0)
  private let deadline: Lock<Duration>
  private let timer = Slot()

  /// The turn when neither the source nor a deadline has anything more to say.
  private static var over: Int { -1 }

  init(
    _ sink: Sink<Element>, _ dueTime: Duration, _ other: Observable<Element>,
    _ scheduler: any Scheduler
  ) {
    self.sink = sink
    self.dueTime = dueTime
    self.other = other
    self.scheduler = scheduler
    deadline = Lock(scheduler.now + dueTime)
    super.init()
  }

  func run(_ source: Observable<Element>) {
    setTimer(after: dueTime)
    source.run(Sink(slot: self, next: { self.next($0) }, end: { self.end($0) }))
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
    let next = scheduler.now + dueTime
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
    // The deadline that a delivery under way is going to note is not nearer than this.
    guard current.isMultiple(of: 2) else { return setTimer(after: dueTime) }
    let left = deadline.withLock { $0 } - scheduler.now
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
