import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct DelayTests {
  private let scheduler = TestScheduler()

  @Test func delaysElementsAndCompletion() {
    let source = scheduler.createHotObservable([
      .next(150, 1), .next(250, 2), .next(350, 3), .next(450, 4), .completed(550),
    ])
    let result = scheduler.start { [scheduler] in
      source.delay(.seconds(100), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(350, 2), .next(450, 3), .next(550, 4), .completed(650)])
    expectEqual(source.subscriptions, [Subscription(200, 550)])
  }

  @Test func severalElementsCanBePending() {
    let source = scheduler.createHotObservable([
      .next(210, 1), .next(211, 2), .next(211, 3), .completed(212),
    ])
    let result = scheduler.start { [scheduler] in
      source.delay(.seconds(50), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(260, 1), .next(261, 2), .next(261, 3), .completed(262)])
  }

  @Test func anErrorIsSentAtOnce() {
    let source = scheduler.createHotObservable([
      .next(250, 2), .next(350, 3), .next(450, 4), .error(550, Boom(), Int.self),
    ])
    let result = scheduler.start { [scheduler] in
      source.delay(.seconds(150), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(400, 2), .next(500, 3), .error(550, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 550)])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func disposalCancelsPendingEvents() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
    let result = scheduler.start(disposed: 265) { [scheduler] in
      source.delay(.seconds(50), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(260, 1)])
    expectEqual(scheduler.now, .seconds(265))
  }

  @Test func aSingleSucceedsAfterTheDelay() {
    let probe = Probe<Int>()
    let subscription = Single.just(1).delay(.seconds(5), scheduler: scheduler)
      .subscribe(probe.onResult)
    scheduler.advance(by: 4)
    expectTrue(probe.events.isEmpty)
    scheduler.advance(by: 1)
    expectEqual(probe.elements, [1])
    subscription.dispose()
  }

  @Test func aFailureOfASingleIsSentAtOnce() {
    let probe = Probe<Int>()
    _ = Single<Int>.error(Boom()).delay(.seconds(5), scheduler: scheduler).subscribe(probe.onResult)
    #expect(probe.error is Boom)
    expectEqual(scheduler.pendingCount, 0)
  }
}
