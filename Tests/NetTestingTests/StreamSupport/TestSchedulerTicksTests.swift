import NetTesting
import Stream
import TestSupport
import Testing

/// The timing of RxTest, whose times are whole ticks.
@Suite struct TestSchedulerTicksTests {
  private func scheduler(_ resolution: Double, delaysActions: Bool = false) -> TestScheduler {
    TestScheduler(initialClock: 0, resolution: resolution, simulateProcessingDelay: delaysActions)
  }

  /// As in RxTest, whose `convertToVirtualTime` adds a half and drops the fraction.
  @Test(arguments: [(400, 211), (500, 211), (1_400, 211), (1_500, 212), (3_000, 213)])
  func aDelayIsRoundedToWholeTicks(milliseconds: Int, tick: Int) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let result = scheduler.start { source.debounce(.milliseconds(milliseconds), scheduler: scheduler) }
    expectEqual(result.events, [.next(tick, 1), .completed(300)])
  }

  @Test func timesWithoutAnInitialClockAreExact() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let result = scheduler.start { source.debounce(.milliseconds(500), scheduler: scheduler) }
    expectEqual(result.events, [.next(.milliseconds(210_500), 1), .completed(300)])
  }

  @Test func aTickIsAsLongAsTheResolution() {
    let scheduler = scheduler(0.1)
    let source = scheduler.createHotObservable([.next(210, 1), .next(215, 2), .completed(300)])
    let result = scheduler.start { source.delay(.seconds(1), scheduler: scheduler) }
    expectEqual(result.events, [.next(220, 1), .next(225, 2), .completed(310)])
    expectEqual(source.subscriptions, [Subscription(200, 300)])
    expectEqual(scheduler.clock, 1000)
    expectEqual(scheduler.now, .seconds(100))
  }

  @Test func aColdObservableSendsAtItsTicks() {
    let scheduler = scheduler(0.25)
    let source = scheduler.createColdObservable([.next(4, 1), .completed(8)])
    let result = scheduler.start { source }
    expectEqual(result.events, [.next(204, 1), .completed(208)])
  }

  @Test(arguments: [(0.1, 300, [203, 206, 209]), (1, 1_500, [202, 204, 206]), (1, 300, [201, 202, 203])])
  func aPeriodIsRoundedToWholeTicks(resolution: Double, milliseconds: Int, ticks: [Int]) {
    let scheduler = scheduler(resolution, delaysActions: true)
    let result = scheduler.start {
      Observable<Int>.interval(.milliseconds(milliseconds), scheduler: scheduler).take(3)
    }
    expectEqual(result.events.dropLast(), ticks.enumerated().map { .next($1, $0) }[...])
  }

  @Test func aDifferenceOfTimesHasNoRoundingError() {
    let scheduler = scheduler(0.1)
    let source = scheduler.createHotObservable([.next(210, 1), .next(211, 2), .next(213, 3), .completed(300)])
    let result = scheduler.start { source.throttle(.milliseconds(300), latest: false, scheduler: scheduler) }
    expectEqual(result.events, [.next(210, 1), .next(213, 3), .completed(300)])
  }

  @Test func timeIsAdvancedInTicksAndInSeconds() {
    let (scheduler, ran) = (scheduler(0.5), Captured<Int>())
    for tick in [1, 4, 6, 9] { scheduler.scheduleAt(tick) { ran.set(tick) } }
    scheduler.schedule(after: .seconds(5)) { ran.set(10) }
    scheduler.advance(to: 1)
    expectEqual(ran.values, [1])
    scheduler.advance(by: 3)
    expectEqual(ran.values, [1, 4])
    scheduler.advance(to: .seconds(3))
    expectEqual(ran.values, [1, 4, 6])
    scheduler.advance(by: .milliseconds(1_500))
    expectEqual(ran.values, [1, 4, 6, 9])
    expectEqual(scheduler.now, .milliseconds(4_500))
    scheduler.scheduleAt(.seconds(6)) { ran.set(scheduler.clock) }
    scheduler.run()
    expectEqual(ran.values, [1, 4, 6, 9, 10, 12])
  }

  @Test func anExpectationAdvancesTheTimeInSeconds() {
    let (scheduler, ran) = (scheduler(0.5), Captured<Int>())
    scheduler.schedule(after: .seconds(5)) { ran.set(1) }
    expect(ran.values).toEventually(equal([1]), advancing: scheduler, within: .seconds(5))
    expectEqual(scheduler.clock, 10)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e-12]) func anInvalidResolutionIsASecond(
    resolution: Double
  ) {
    let scheduler = scheduler(resolution)
    scheduler.advance(to: 3)
    expectEqual(scheduler.now, .seconds(3))
  }

  @Test(arguments: [1e8, 1e-9]) func hugeTimesDoNotStopTheProcess(resolution: Double) {
    let scheduler = TestScheduler(initialClock: .max, resolution: resolution)
    scheduler.schedule(after: .seconds(Int64.max)) {}
    scheduler.advance(to: .max)
    scheduler.advance(to: .min)
    scheduler.advance(by: .seconds(Int64.max))
    scheduler.run()
    expectEqual(scheduler.pendingCount, 0)
  }
}
