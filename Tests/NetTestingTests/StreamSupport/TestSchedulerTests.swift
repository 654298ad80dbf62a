import Dispatch
import Net
import Stream
import TestSupport
import Testing

@testable import NetTesting

@Suite struct TestSchedulerTests {
  private let scheduler = TestScheduler()
  private let ran = Captured<String>()

  @Test func aSubscriberThatLeavesAHotObservableLeavesTheOthers() {
    let source = scheduler.createHotObservable([.next(10, 1), .next(20, 2)])
    let (early, late) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
    let first = source.asObservable().subscribe(early)
    let second = source.asObservable().subscribe(late)
    scheduler.advance(to: 15)
    first.dispose()
    scheduler.advance(to: 25)
    expectEqual(early.events, [.next(10, 1)])
    expectEqual(late.events, [.next(10, 1), .next(20, 2)])
    expectEqual(source.subscriptions, [Subscription(0, 15), Subscription(0)])
    second.dispose()
  }

  @Test func nothingRunsUntilTimeAdvances() {
    scheduler.schedule { [ran] in ran.set("now") }
    expectTrue(ran.values.isEmpty)
    scheduler.advance(by: .zero)
    expectEqual(ran.values, ["now"])
  }

  @Test func timesAreExact() {
    note("5 s", after: .seconds(5))
    scheduler.advance(by: .milliseconds(4900))
    expectTrue(ran.values.isEmpty)
    scheduler.advance(by: .milliseconds(100) - .nanoseconds(1))
    expectTrue(ran.values.isEmpty)
    scheduler.advance(by: .nanoseconds(1))
    expectEqual(ran.values, ["5 s at 5.0 seconds"])
    expectEqual(scheduler.now, .seconds(5))
  }

  @Test func runsActionsInOrderOfTime() {
    for second in [3, 1, 2] { note("\(second)", after: .seconds(second)) }
    scheduler.advance(to: 10)
    expectEqual(ran.values, ["1 at 1.0 seconds", "2 at 2.0 seconds", "3 at 3.0 seconds"])
    expectEqual(scheduler.clock, 10)
  }

  @Test func keepsTheOrderOfEqualTimes() {
    let count = 1000
    for number in 0..<count {
      scheduler.scheduleAt(number % 3) { [ran] in ran.set("\(number % 3) \(number)") }
    }
    scheduler.run()
    let expected = (0..<3).flatMap { tick in (0..<count).filter { $0 % 3 == tick }.map { "\(tick) \($0)" } }
    expectEqual(ran.values, expected)
  }

  @Test func sortsRandomTimes() {
    var random = SystemRandomNumberGenerator()
    let times = (0..<500).map { _ in Int.random(in: 0..<100, using: &random) }
    for (number, time) in times.enumerated() {
      scheduler.scheduleAt(time) { [ran] in ran.set("\(time) \(number)") }
    }
    scheduler.run()
    let expected = times.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    expectEqual(ran.values, expected.map { "\($0.element) \($0.offset)" }, "times: \(times)")
  }

  @Test func actionsInThePastRunNow() {
    scheduler.advance(to: 10)
    scheduler.scheduleAt(5) { [ran, scheduler] in ran.set("at \(scheduler.clock)") }
    note("before", after: .seconds(-3))
    scheduler.advance(to: 4)
    expectEqual(ran.values, ["at 10", "before at 10.0 seconds"])
    expectEqual(scheduler.clock, 10)
  }

  @Test func actionsInThePastRunAfterThoseDueNow() {
    scheduler.advance(to: 10)
    scheduler.schedule { [ran] in ran.set("now") }
    scheduler.scheduleAt(5) { [ran] in ran.set("past") }
    scheduler.run()
    expectEqual(ran.values, ["now", "past"])
  }

  @Test func disposedActionsDoNotRun() {
    let first: any Disposable = scheduler.schedule(after: .seconds(1)) { [ran] in ran.set("first") }
    note("second", after: .seconds(1))
    first.dispose()
    first.dispose()
    scheduler.run()
    expectEqual(ran.values, ["second at 1.0 seconds"])
  }

  @Test func anActionCanDisposeOfTheNext() {
    let next = SerialDisposable()
    scheduler.scheduleAt(1) { next.dispose() }
    next.disposable = scheduler.scheduleAt(1) { [ran] in ran.set("next") }
    scheduler.run()
    expectTrue(ran.values.isEmpty)
  }

  @Test func disposalReleasesTheAction() {
    final class Token: Sendable {}
    var token: Token? = Token()
    weak let released = token
    let scheduled: any Disposable = scheduler.schedule(after: .seconds(1)) { [token] in _ = token }
    token = nil
    expectNotNil(released)
    scheduled.dispose()
    expectNil(released)
  }

  @Test func removesManyCancelledActionsAndKeepsTheOthers() {
    for number in 0..<1000 {
      let scheduled: any Disposable = scheduler.scheduleAt(number) { [ran] in ran.set("\(number)") }
      if number % 10 != 0 { scheduled.dispose() }
    }
    scheduler.run()
    expectEqual(ran.values, stride(from: 0, to: 1000, by: 10).map { "\($0)" })
  }

  @Test func actionsScheduledByActionsRunInTheSameAdvance() {
    scheduler.scheduleAt(1) { [scheduler, ran] in
      ran.set("first")
      scheduler.schedule { ran.set("second at \(scheduler.clock)") }
      scheduler.schedule(after: .seconds(2)) { ran.set("third at \(scheduler.clock)") }
    }
    scheduler.advance(to: 3)
    expectEqual(ran.values, ["first", "second at 1", "third at 3"])
  }

  @Test func anActionCanAdvanceTime() {
    scheduler.scheduleAt(1) { [scheduler, ran] in
      ran.set("begins")
      scheduler.advance(by: 5)
      ran.set("ends at \(scheduler.clock)")
    }
    for tick in [3, 8] {
      scheduler.scheduleAt(tick) { [scheduler, ran] in ran.set("\(tick) at \(scheduler.clock)") }
    }
    scheduler.advance(to: 4)
    expectEqual(ran.values, ["begins", "3 at 3", "ends at 6"])
    expectEqual(scheduler.clock, 6)
    scheduler.advance(to: 8)
    expectEqual(ran.values.last, "8 at 8")
  }

  @Test func runStopsAtTheLastAction() {
    note("last", after: .seconds(7))
    scheduler.run()
    expectEqual(scheduler.clock, 7)
  }

  @Test func runFailsWhenAnActionReschedulesItselfForever() {
    @Sendable func again(_ scheduler: TestScheduler) {
      scheduler.schedule(after: .seconds(1)) { again(scheduler) }
    }
    again(scheduler)
    expectEqual(
      failures { scheduler.run(maximum: 100) },
      [
        """
        after 100 actions something is still scheduled; the time is 100.0 seconds. If something schedules itself \
        forever, run a part of it with advance(to:)
        """
      ])
  }

  @Test(arguments: [0, -1, Int.min])
  func runWithoutAnActionToRunFailsIfSomethingIsScheduled(maximum: Int) {
    scheduler.schedule(after: .seconds(1)) {}
    expectEqual(failures { scheduler.run(maximum: maximum) }.count, 1)
    scheduler.run()
    expectEqual(failures { scheduler.run(maximum: maximum) }, [])
  }

  @Test func advancingFailsWhenAnActionReschedulesItselfWithoutADelay() {
    let scheduler = stuck()
    expectEqual(failures { scheduler.advance(by: 1) }, [standstill])
    expectEqual(scheduler.clock, 0)
  }

  @Test func waitingInVirtualTimeFailsWhenTheTimeDoesNotAdvance() {
    let scheduler = stuck()
    let found = failures { expect(ran.count).toEventually(equal(1), advancing: scheduler) }
    expectEqual(found.count, 1)
    expectEqual(found.first?.hasSuffix(standstill), true)
  }

  @Test func waitingForAlwaysFailsWhenTheTimeDoesNotAdvance() {
    let scheduler = stuck()
    let found = failures { expect(ran.count).toAlways(equal(0), advancing: scheduler) }
    expectEqual(found, [standstill])
  }

  /// A scheduler with an action that schedules itself at the same time.
  private func stuck() -> TestScheduler {
    let scheduler = TestScheduler(VirtualTimeline(), actionLimit: 1_000)
    @Sendable func again(_ scheduler: TestScheduler) { scheduler.schedule { again(scheduler) } }
    again(scheduler)
    return scheduler
  }

  private var standstill: String {
    """
    1000 actions have run at 0.0 seconds, and the time does not advance. Does something schedule itself without a delay?
    """
  }

  @Test func threadsThatAdvanceTimeTakeTurns() {
    let (scheduler, ran) = (scheduler, ran)
    for tick in 1...400 { scheduler.scheduleAt(tick) { ran.set("\(tick)") } }
    DispatchQueue.concurrentPerform(iterations: 400) { _ in scheduler.advance(by: 1) }
    expectEqual(scheduler.clock, 400)
    expectEqual(ran.values, (1...400).map { "\($0)" })
  }

  @Test func threadsCanScheduleWhileTimeAdvances() {
    let (scheduler, ran) = (scheduler, ran)
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      scheduler.schedule(after: .seconds(number % 7)) { ran.set("\(number)") }
      if number % 10 == 0 { scheduler.advance(by: 1) }
    }
    scheduler.run()
    expectEqual(ran.count, 400)
  }

  @Test func servesAsANetworkTimer() {
    let timer: any NetworkTimer = scheduler
    _ = timer.schedule(after: .seconds(2)) { [ran] in ran.set("runs") }
    timer.schedule(after: .seconds(2)) { [ran] in ran.set("is cancelled") }.cancel()
    expectEqual(timer.now, .zero)
    scheduler.advance(by: 2)
    expectEqual(ran.values, ["runs"])
    expectEqual(timer.now, .seconds(2))
  }

  @Test func drivesStreamOperators() {
    let recording = Single<Int>.never().timeout(.seconds(5), scheduler: scheduler).record()
    scheduler.advance(by: .milliseconds(4999))
    expect(recording.event).to(beNil())
    scheduler.advance(by: .milliseconds(1))
    expect(recording.event).to(beFailure(with: StreamError.timeout))
  }

  @Test func thePeriodsOfRxTestBeginAtTheFirstRun() {
    let scheduler = TestScheduler(initialClock: 200)
    let ticks = Observable<Int>.timer(.zero, period: .seconds(100), scheduler: scheduler).record()
    scheduler.advance(to: 201)
    expect(ticks.values).to(equal([0]))
    scheduler.advance(to: 300)
    expect(ticks.values).to(equal([0]))
    scheduler.advance(to: 301)
    expect(ticks.values).to(equal([0, 1]))
    scheduler.advance(to: 401)
    expect(ticks.values).to(equal([0, 1, 2]))
    ticks.dispose()
  }

  @Test func thePeriodsBeginNowWithoutAProcessingDelay() {
    let scheduler = TestScheduler(initialClock: 200, simulateProcessingDelay: false)
    let ticks = Observable<Int>.timer(.zero, period: .seconds(100), scheduler: scheduler).record()
    scheduler.advance(to: 300)
    expect(ticks.values).to(equal([0, 1]))
    ticks.dispose()
  }

  private func note(_ name: String, after delay: Duration) {
    scheduler.schedule(after: delay) { [ran, scheduler] in ran.set("\(name) at \(scheduler.now)") }
  }
}
