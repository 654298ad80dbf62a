import NetTesting
import Stream
import TestSupport
import Testing

/// Durations such as `.seconds(.max)`, which stand for never, in virtual time.
@Suite struct HugeTimesTests {
  private let latest = Duration.seconds(Int64.max)
  private let scheduler = TestScheduler()

  @Test func aDelayOfNeverEndsAtTheLatestTime() {
    let times = Captured<Duration>()
    scheduler.advance(by: 5)
    scheduler.schedule(after: latest) { [scheduler] in times.set(scheduler.now) }
    scheduler.run()
    expectEqual(times.values, [latest])
    expectEqual(scheduler.clock, Int.max)
  }

  @Test func theTimeStopsAtTheLatestOne() {
    scheduler.advance(by: .seconds(Int64.max))
    scheduler.advance(by: .seconds(Int64.max))
    scheduler.advance(to: .seconds(Int64.max) + .seconds(1))
    expectEqual(scheduler.now, latest)
  }

  @Test func aDelayOfProcessingAtTheLatestTime() {
    let scheduler = TestScheduler(initialClock: Int.max)
    let times = Captured<Duration>()
    scheduler.schedule { times.set(scheduler.now) }
    scheduler.run()
    expectEqual(times.values, [latest])
  }

  @Test func anIntervalOfNeverIsReportedWithoutItsEnd() {
    let ticks = Observable<Int>.interval(latest, scheduler: scheduler).record()
    let messages = failures { scheduler.run(maximum: 100) }
    expectEqual(messages.count, 1)
    expectEqual(messages.first?.hasPrefix("after 100 actions something is still scheduled"), true)
    ticks.dispose()
  }

  @Test func anExpectationMayWaitForever() {
    scheduler.advance(by: 5)
    let messages = failures { expect(3).toEventually(equal(4), advancing: scheduler, within: latest) }
    expectEqual(messages.count, 1)
    expectEqual(scheduler.now, latest)
  }

  @Test func marblesOfHugeTicksAreAtTheLatestTime() {
    let diagram = "a-\(String(repeating: "-", count: 18))b|"
    let source = scheduler.createColdObservable(diagram, tick: latest)
    expectEqual(source.recordedEvents.map(\.time), [.zero, latest, latest])
  }

  @Test func eventsBeforeTheSubscriptionOfHugeTicks() {
    let diagram = "a\(String(repeating: "-", count: 20))^b|"
    let source = scheduler.createHotObservable(diagram, tick: latest)
    expectEqual(source.recordedEvents.map(\.time), [latest, latest])
  }

  @Test func aTimeBeyondTheLatestIsDescribed() {
    let time = latest + .seconds(5)
    expectEqual(Recorded(time: time, value: 3).description, "3 @ \(time)")
    expectEqual(Subscription(time).description, "\(time)...")
    let messages = failures { expect([Recorded(time: time, value: Event.next("a"))]).to(equalMarbles("-")) }
    expectEqual(messages.first?.contains("expected nothing, got a"), true)
  }
}
