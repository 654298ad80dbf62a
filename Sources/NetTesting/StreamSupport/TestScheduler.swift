public import Foundation
public import Net
public import Stream

/// Virtual time for a test: for streams as their `Scheduler`, and for requests as their `NetworkTimer`.
///
/// Nothing happens until the test moves the time, and when ``advance(by:file:line:)-(Duration,_,_)`` returns,
/// all that became due has been delivered, on this thread.
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
/// Actions run in the order of their times, and among equal times in the order they were scheduled. Times are
/// exact. What is scheduled for the past is due now; what is due now waits for the next move of the time, also
/// one by zero.
///
/// It may be used from any thread. Threads that move the time at once take turns, each of them for its whole
/// move. An action that moves the time itself does so inside: what becomes due runs before the inner call
/// returns, the outer move goes on from there, and the time never goes back.
public final class TestScheduler: Scheduler, NetworkTimer {
  private let timeline: Lock<VirtualTimeline>
  private let turns = ThreadTurns()

  /// The wall time when the virtual time is zero: the beginning of 2026 in UTC, unless the test says otherwise.
  public let startDate: Date

  /// Makes a scheduler whose time is zero.
  public init(startDate: Date = TestScheduler.usualStartDate) {
    timeline = Lock(VirtualTimeline())
    self.startDate = startDate
    explainWaiting()
  }

  /// Makes a scheduler whose time is a tick, and that keeps time as RxTest's does.
  ///
  /// ```swift
  /// let scheduler = TestScheduler(initialClock: 0)
  /// ```
  ///
  /// With `simulateProcessingDelay`, what is scheduled for now or for the past runs one tick later, and so the times
  /// in a test that was written for RxSwift stay right: `subscribe(on:)` at 200 subscribes at 201.
  public init(initialClock: Int, simulateProcessingDelay: Bool = true) {
    timeline = Lock(
      VirtualTimeline(
        now: .seconds(initialClock), processingDelay: simulateProcessingDelay ? .seconds(1) : .zero))
    startDate = Self.usualStartDate
    explainWaiting()
  }

  /// Tells a test that got nothing what is scheduled for later.
  private func explainWaiting() {
    TestScope.current?.ask { [weak self] in
      guard let timeline = self?.timeline.withLock({ $0 }), let due = timeline.nextDue else { return nil }
      return "the virtual time is \(timeline.now), and the next action is due at \(due)"
    }
  }

  /// The virtual time.
  public var now: Duration { timeline.withLock { $0.now } }

  /// The virtual wall time: it moves with ``now``, and with it cookies and dates in `Retry-After` age.
  public var date: Date { startDate.addingTimeInterval(now / .seconds(1)) }

  /// The beginning of 2026 in UTC.
  public static let usualStartDate = Date(timeIntervalSince1970: 1_767_225_600)

  /// The virtual time in ticks, which are whole seconds.
  public var clock: Int { Int(now.components.seconds) }

  /// How many actions wait for their time: 0 shows that everything that was waiting has been cancelled.
  public var pendingCount: Int { timeline.withLock { $0.count } }

  /// Runs the action at the next move of the time.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  /// Runs the action once the delay has passed.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduled(timeline.withLock { $0.add(at: $0.now + delay, action) })
  }

  /// Runs the action at a time; now, when that has passed.
  @discardableResult
  public func scheduleAt(_ time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduled(timeline.withLock { $0.add(at: time, action) })
  }

  /// Runs the action at a tick; now, when that has passed.
  ///
  /// ```swift
  /// scheduler.scheduleAt(300) { subscription.dispose() }
  /// ```
  @discardableResult
  public func scheduleAt(_ tick: Int, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduleAt(.seconds(tick), action)
  }

  private func scheduled(_ number: Int) -> any Disposable {
    Disposables.create { [weak self] in _ = self?.timeline.withLock { $0.cancel(number) } }
  }

  /// Moves the time on by an interval, and runs what becomes due.
  public func advance(by interval: Duration, file: StaticString = #filePath, line: UInt = #line) {
    takingTurn(at: SourcePlace(file: file, line: line)) { run(upTo: now + interval) }
  }

  /// Moves the time on by so many ticks of one second, and runs what becomes due.
  public func advance(by ticks: Int, file: StaticString = #filePath, line: UInt = #line) {
    advance(by: .seconds(ticks), file: file, line: line)
  }

  /// Moves the time on to a time, and runs what becomes due.
  ///
  /// The past changes nothing, but runs what is due now.
  public func advance(to time: Duration, file: StaticString = #filePath, line: UInt = #line) {
    takingTurn(at: SourcePlace(file: file, line: line)) { run(upTo: max(time, now)) }
  }

  /// Moves the time on to a tick, and runs what becomes due.
  public func advance(to tick: Int, file: StaticString = #filePath, line: UInt = #line) {
    advance(to: .seconds(tick), file: file, line: line)
  }

  /// Moves the time on until nothing is scheduled any more.
  ///
  /// After so many actions it gives up and fails the test: something then schedules itself for ever, and
  /// ``advance(to:file:line:)-(Duration,_,_)`` is the way to run a part of it.
  public func run(maximum: Int = 1_000_000, file: StaticString = #filePath, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    takingTurn(at: place) {
      for _ in 0..<maximum {
        guard let action = timeline.withLock({ $0.next(upTo: nil) }) else { return }
        action()
      }
      guard !timeline.withLock({ $0.isEmpty }) else { return }
      TestReporter.current.fail(
        """
        after \(maximum) actions something is still scheduled; the time is \(now). If something schedules itself for \
        ever, run a part of it with advance(to:)
        """, at: place)
    }
  }

  /// Runs the next action that is due by the limit, with the time at its own; false when there is none, and the
  /// time is at the limit.
  func runNext(upTo limit: Duration, at place: SourcePlace) -> Bool {
    var hasRun = false
    takingTurn(at: place) {
      guard let action = timeline.withLock({ $0.next(upTo: limit) }) else { return }
      action()
      hasRun = true
    }
    return hasRun
  }

  private func run(upTo limit: Duration) {
    while let action = timeline.withLock({ $0.next(upTo: limit) }) { action() }
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
