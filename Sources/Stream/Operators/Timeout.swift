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
  /// time, the one that the scheduler runs first counts.
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
}

extension Single {
  /// Fails when there is no result for so long.
  ///
  /// ```swift
  /// let prompt = user.timeout(.seconds(5), scheduler: .main)
  /// ```
  ///
  /// The error is ``StreamError/timeout``; the work is disposed of before it.
  public func timeout(_ dueTime: Duration, scheduler: some Scheduler) -> Single<Element> {
    lifted { $0.timeout(dueTime, scheduler: scheduler) }
  }

  /// Goes on with another single when there is no result for so long.
  ///
  /// ```swift
  /// let prompt = user.timeout(.seconds(5), other: Single.just("nobody"), scheduler: .main)
  /// ```
  public func timeout(
    _ dueTime: Duration, other: Single<Element>, scheduler: some Scheduler
  ) -> Single<Element> {
    lifted { $0.timeout(dueTime, other: other.asObservable(), scheduler: scheduler) }
  }
}

/// One subscription of `timeout`. As a slot it holds the source's handle.
private final class Watch<Element: Sendable>: Slot, @unchecked Sendable {
  // Constants, each of which guards itself. `turn` is the number of the deadline that counts: an element takes
  // it before it is delivered, so a deadline that fires meanwhile is out of date, and the next one is set only
  // when the delivery is over. That keeps the two apart without a lock.
  private let sink: Sink<Element>
  private let dueTime: Duration
  private let other: Observable<Element>
  private let scheduler: any Scheduler
  private let turn = Atomic(0)
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
    super.init()
  }

  func run(_ source: Observable<Element>) {
    setTimer(0)
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
    setTimer(current + 1)
    return !isDisposed
  }

  private func end(_ ending: Ending) {
    let current = turn.load(ordering: .acquiring)
    guard current != Watch.over, take(current, leaving: Watch.over) else { return }
    timer.dispose()
    sink.end(ending)
    dispose()
  }

  private func expired(_ number: Int) {
    guard !isDisposed, take(number, leaving: Watch.over) else { return }
    dispose()
    other.run(sink)
  }

  private func take(_ current: Int, leaving next: Int) -> Bool {
    turn.compareExchange(expected: current, desired: next, ordering: .acquiringAndReleasing).exchanged
  }

  private func setTimer(_ number: Int) {
    // A slot of its own, because the handle may be known only after the timer has fired.
    let deadline = Slot()
    timer.hold(deadline)
    let scheduled = scheduler.schedule(after: dueTime) { self.expired(number) }
    if let handle = DisposableHandle.of(scheduled) { deadline.hold(handle) }
  }
}
