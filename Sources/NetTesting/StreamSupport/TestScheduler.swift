public import Foundation
public import Net
public import Stream

/// Virtual time for a test: a `Scheduler` for streams, and a `NetworkTimer` for requests.
///
/// Nothing happens until the test advances the time. When ``advance(by:file:line:)-(Duration,_,_)`` returns,
/// everything that became due has been delivered on this thread. That includes the handlers of a mock. The completion
/// handlers of a `NetworkSession` run on its `callbackQueue`, perhaps later; set that to nil, and they are included.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let slow = Single<Int>.never().timeout(.seconds(5), scheduler: scheduler).record(afterEach: self)
/// scheduler.advance(by: .milliseconds(4900))
/// expect(slow.event).to(beNil())
/// scheduler.advance(by: .milliseconds(100))
/// expect(slow.event).to(beFailure(with: StreamError.timeout))
/// ```
///
/// Actions run in the order of their times, and at equal times in the order in which they were scheduled. Times are
/// exact. Actions scheduled for the past are due now. Actions that are due now run when the time is advanced next,
/// even by zero.
///
/// It may be used from any thread. Threads that advance the time concurrently take turns, each for its whole advance.
/// If an action advances the time itself, actions that become due run before the inner call returns; the outer advance
/// continues from there, and the time never goes back.
public final class TestScheduler: Scheduler, VirtualTimer {
  private let timeline: Lock<VirtualTimeline>
  /// Converts times to positions on the timeline.
  private let scale: TickScale
  private let turns = ThreadTurns()
  private let scheduling = Lock<(@Sendable () -> Void)?>(nil)

  /// The wall time at the virtual time zero; by default the start of 2026 in UTC.
  public let startDate: Date

  /// How many actions may run at the same time before the scheduler assumes that the time never advances.
  let actionLimit: Int

  /// Creates a scheduler whose time is zero.
  public convenience init(startDate: Date = TestScheduler.usualStartDate) {
    self.init(VirtualTimeline(), startDate: startDate)
  }

  /// Creates a scheduler that starts at this tick and schedules actions as RxTest does.
  ///
  /// ```swift
  /// let scheduler = TestScheduler(initialClock: 0)
  /// ```
  ///
  /// The times of a test written for RxSwift stay valid. With `simulateProcessingDelay`, actions scheduled for now or
  /// for the past run one tick later: `subscribe(on:)` at 200 subscribes at 201. A delay is rounded to whole ticks:
  /// half a second is one tick of a second.
  ///
  /// - Parameters:
  ///   - initialClock: The first tick.
  ///   - resolution: The length of a tick in seconds; one that is not positive counts as one second. The times of
  ///     ``Recorded`` and ``Subscription`` count ticks: `.next(210, 1)` is 21 seconds after zero with ticks of 0.1
  ///     seconds.
  ///   - simulateProcessingDelay: Whether actions for now run one tick later.
  public convenience init(
    initialClock: Int, resolution: Double = 1, simulateProcessingDelay: Bool = true
  ) {
    self.init(
      VirtualTimeline(
        now: .seconds(initialClock), processingDelay: simulateProcessingDelay ? .seconds(1) : .zero),
      scale: .ticks(ofSeconds: resolution))
  }

  init(
    _ timeline: VirtualTimeline, scale: TickScale = .exact,
    startDate: Date = TestScheduler.usualStartDate, actionLimit: Int = 1_000_000
  ) {
    self.timeline = Lock(timeline)
    self.scale = scale
    self.startDate = startDate
    self.actionLimit = actionLimit
    explainWaiting()
  }

  private func explainWaiting() {
    TestScope.current?.ask { [weak self] in
      guard let self, let due = nextDue else { return nil }
      return "the virtual time is \(now), and the next action is due at \(due)"
    }
  }

  /// The virtual time.
  public var now: Duration { scale.time(at: position) }

  /// The virtual time as ``Recorded`` values have it: in ticks, each as a second.
  var position: Duration { timeline.withLock { $0.now } }

  /// The virtual wall time; it advances with ``now``, and is used for cookies and for dates in `Retry-After`.
  public var date: Date { startDate.addingTimeInterval(now / .seconds(1)) }

  /// The start of 2026 in UTC.
  public static let usualStartDate = Date(timeIntervalSince1970: 1_767_225_600)

  /// The virtual time in whole ticks, which are seconds unless the scheduler has another resolution.
  public var clock: Int { Int(position.components.seconds) }

  /// The number of scheduled actions; 0 shows that everything has run or was cancelled.
  public var pendingCount: Int { timeline.withLock { $0.count } }

  /// Runs the action when the time is advanced next.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  /// Runs the action after the delay.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduled(action) { timeline, action in
      let time = scale.time(at: timeline.now).virtualTime(after: delay)
      return timeline.add(at: scale.duePosition(of: time), action)
    }
  }

  /// Runs the action repeatedly: first after a delay, then once in each period, until disposed of.
  ///
  /// If the first run is for now and has a processing delay, the periods begin when it runs, as in RxTest.
  @discardableResult
  public func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let shortest = scale.time(at: timeline.withLock { $0.processingDelay })
    return Unadjusted(scheduler: self).schedulePeriodic(
      startAfter: max(shortest, scale.rounded(delay)), period: max(shortest, scale.rounded(period)), action)
  }

  /// Runs the action at a time, or now if it has passed.
  @discardableResult
  public func scheduleAt(_ time: Duration, action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(atPosition: scale.duePosition(of: time), action)
  }

  /// Runs the action at a tick, or now if it has passed.
  ///
  /// ```swift
  /// scheduler.scheduleAt(300) { subscription.dispose() }
  /// ```
  @discardableResult
  public func scheduleAt(_ tick: Int, action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(atPosition: .seconds(tick), action)
  }

  /// Runs the action at a time of a ``Recorded`` value, or now if it has passed.
  @discardableResult
  func schedule(atPosition position: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduled(action) { $0.add(at: position, $1) }
  }

  /// Runs the action after the time of a ``Recorded`` value.
  func schedule(afterPosition delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduled(action) { $0.add(at: $0.now.virtualTime(after: delay), $1) }
  }

  /// Calls the closure after each action that is scheduled, on the thread that schedules it.
  func onSchedule(_ action: @escaping @Sendable () -> Void) { scheduling.withLock { $0 = action } }

  private func scheduled(
    _ action: @escaping @Sendable () -> Void,
    _ add: (inout VirtualTimeline, @escaping @Sendable () -> Void) -> Int
  ) -> any Disposable {
    // Disposed of when the action runs, so that a bag can tell that it has run.
    let handle = SerialDisposable()
    let number = timeline.withLock { timeline in
      add(&timeline) {
        handle.dispose()
        action()
      }
    }
    handle.disposable = Disposables.create { [weak self] in
      _ = self?.timeline.withLock { $0.cancel(number) }
    }
    scheduling.withLock { $0 }?()
    return handle
  }

  /// Advances the time by an interval, and runs the actions that become due.
  ///
  /// Fails the test, and stops, after a million actions at the same time, on the assumption that an action schedules
  /// itself without a delay. Fails the test, too, if the interval is negative, because time does not go back.
  public func advance(by interval: Duration, file: StaticString = #filePath, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    guard interval >= .zero else {
      return TestReporter.current.fail("the time cannot be advanced by \(interval)", at: place)
    }
    takingTurn(at: place) {
      run(upTo: scale.position(of: now.virtualTime(after: interval)), at: place)
    }
  }

  /// Advances the time by this many ticks, and runs the actions that become due.
  public func advance(by ticks: Int, file: StaticString = #filePath, line: UInt = #line) {
    advance(by: scale.time(at: .seconds(ticks)), file: file, line: line)
  }

  /// Advances the time to this time, and runs the actions that become due.
  ///
  /// A time in the past does not change the time, but actions that are due now run.
  public func advance(to time: Duration, file: StaticString = #filePath, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    takingTurn(at: place) { run(upTo: max(scale.position(of: time), position), at: place) }
  }

  /// Advances the time to a tick, and runs the actions that become due.
  public func advance(to tick: Int, file: StaticString = #filePath, line: UInt = #line) {
    advance(to: scale.time(at: .seconds(tick)), file: file, line: line)
  }

  /// Advances the time until nothing is scheduled.
  ///
  /// Fails the test after `maximum` actions, on the assumption that an action schedules itself forever. To run such an
  /// action for a limited time, use ``advance(to:file:line:)-(Duration,_,_)``.
  public func run(maximum: Int = 1_000_000, file: StaticString = #filePath, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    takingTurn(at: place) {
      for _ in 0..<max(0, maximum) {
        guard let action = timeline.withLock({ $0.next(upTo: nil) }) else { return }
        action()
      }
      guard !timeline.withLock({ $0.isEmpty }) else { return }
      TestReporter.current.fail(
        """
        after \(maximum.counted("action")) something is still scheduled; the time is \(now). If something schedules itself \
        forever, run a part of it with advance(to:)
        """, at: place)
    }
  }

  /// Advances the time to the next action that is due by the limit, and runs it.
  ///
  /// If there is none, advances the time to the limit and returns false.
  func runNext(upTo limit: Duration, at place: SourcePlace) -> Bool {
    var hasRun = false
    takingTurn(at: place) {
      guard let action = timeline.withLock({ $0.next(upTo: scale.position(of: limit)) }) else { return }
      action()
      hasRun = true
    }
    return hasRun
  }

  /// When the next action is due; nil if none is scheduled.
  var nextDue: Duration? { timeline.withLock { $0.nextDue }.map(scale.time) }

  /// Runs what is due by this position on the timeline.
  private func run(upTo limit: Duration, at place: SourcePlace) {
    var standstill = VirtualStandstill(limit: actionLimit)
    while let action = timeline.withLock({ $0.next(upTo: limit) }) {
      action()
      if let complaint = standstill.noteAction(at: now) {
        return TestReporter.current.fail(complaint, at: place)
      }
    }
  }

  private func takingTurn(at place: SourcePlace, _ body: () -> Void) {
    guard turns.enter() else {
      return TestReporter.current.fail(
        """
        another thread has been moving the time of this scheduler for 30 seconds, so it was not moved here. Does an \
        action wait for this thread?
        """, at: place)
    }
    defer { turns.leave() }
    body()
  }
}

/// A test scheduler with the default implementation of periods.
private struct Unadjusted: Scheduler {
  let scheduler: TestScheduler

  var now: Duration { scheduler.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { scheduler.schedule(action) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(after: delay, action)
  }
}
