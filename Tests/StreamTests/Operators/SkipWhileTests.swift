import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct SkipWhileTests {
  private let scheduler = TestScheduler()
  private let calls = Count()

  private func source() -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(110, -1), .next(210, 2), .next(260, 5), .next(290, 13), .next(390, 4), .next(410, 17),
      .completed(600),
    ])
  }

  @Test func dropsElementsUntilOneDoesNotSatisfyThePredicate() {
    let (source, calls) = (source(), calls)
    let result = scheduler.start {
      source.skip(while: { number in
        calls.increment()
        return number != 4
      })
    }
    expectEqual(result.events, [.next(390, 4), .next(410, 17), .completed(600)])
    expectEqual(source.subscriptions, [Subscription(200, 600)])
    expectEqual(calls.value, 4)
  }

  @Test func completesWithoutAnElementThatIsSent() {
    let source = source()
    let result = scheduler.start { source.skip(while: { _ in true }) }
    expectEqual(result.events, [.completed(600)])
  }

  @Test func anErrorWhileDroppingEndsTheStream() {
    let source = scheduler.createHotObservable([.next(210, 2), .error(270, Boom())])
    let result = scheduler.start { source.skip(while: { _ in true }) }
    expectEqual(result.events, [.error(270, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 270)])
  }

  @Test func aPredicateThatThrowsEndsTheStream() {
    let (source, calls) = (source(), calls)
    let result = scheduler.start {
      source.skip(while: { _ in
        if calls.increment() == 3 { throw Boom() }
        return true
      })
    }
    expectEqual(result.events, [.error(290, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 290)])
  }

  @Test func eachSubscriptionDropsElements() {
    let probe = Probe<Int>()
    let observable = Observable.of(1, 5, 1).skip(while: { $0 < 5 })
    _ = observable.subscribe(probe.on)
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [5, 1, 5, 1])
  }
}
