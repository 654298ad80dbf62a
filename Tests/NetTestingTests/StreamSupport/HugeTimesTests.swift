import NetTesting
import Stream
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
    #expect(times.values == [latest])
    #expect(scheduler.clock == Int.max)
  }

  @Test func theTimeStopsAtTheLatestOne() {
    scheduler.advance(by: .seconds(Int64.max))
    scheduler.advance(by: .seconds(Int64.max))
    scheduler.advance(to: .seconds(Int64.max) + .seconds(1))
    #expect(scheduler.now == latest)
  }

  @Test func aDelayOfProcessingAtTheLatestTime() {
    let scheduler = TestScheduler(initialClock: Int.max)
    let times = Captured<Duration>()
    scheduler.schedule { times.set(scheduler.now) }
    scheduler.run()
    #expect(times.values == [latest])
  }

  @Test func anIntervalOfNeverIsReportedWithoutItsEnd() {
    let ticks = Observable<Int>.interval(latest, scheduler: scheduler).record()
    let messages = failures { scheduler.run(maximum: 100) }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("after 100 actions something is still scheduled") == true)
    ticks.dispose()
  }

  @Test func anExpectationMayWaitForever() {
    scheduler.advance(by: 5)
    let messages = failures { expect(3).toEventually(equal(4), advancing: scheduler, within: latest) }
    #expect(messages.count == 1)
    #expect(scheduler.now == latest)
  }

  @Test func marblesOfHugeTicksAreAtTheLatestTime() {
    let diagram = "a-\(String(repeating: "-", count: 18))b|"
    let source = scheduler.createColdObservable(diagram, tick: latest)
    #expect(source.recordedEvents.map(\.time) == [.zero, latest, latest])
  }

  @Test func eventsBeforeTheSubscriptionOfHugeTicks() {
    let diagram = "a\(String(repeating: "-", count: 20))^b|"
    let source = scheduler.createHotObservable(diagram, tick: latest)
    #expect(source.recordedEvents.map(\.time) == [latest, latest])
  }

  @Test func aTimeBeyondTheLatestIsDescribed() {
    let time = latest + .seconds(5)
    #expect(Recorded(time: time, value: 3).description == "3 @ \(time)")
    #expect(Subscription(time).description == "\(time)...")
    let messages = failures { expect([Recorded(time: time, value: Event.next("a"))]).to(equalMarbles("-")) }
    #expect(messages.first?.contains("expected nothing, got a") == true)
  }
}
