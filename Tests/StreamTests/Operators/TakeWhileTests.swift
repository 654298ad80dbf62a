import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct TakeWhileTests {
  private let scheduler = TestScheduler()

  private func source() -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(90, -1), .next(210, 2), .next(260, 5), .next(290, 13), .next(320, 3), .next(390, 4),
      .completed(600),
    ])
  }

  @Test func completesBeforeTheFirstElementThatDoesNotSatisfyThePredicate() {
    let source = source()
    let result = scheduler.start { source.take(while: { $0 < 10 }) }
    expectEqual(result.events, [.next(210, 2), .next(260, 5), .completed(290)])
    expectEqual(source.subscriptions, [Subscription(200, 290)])
  }

  @Test func inclusiveAlsoSendsTheElementThatEndsTheStream() {
    let source = source()
    let result = scheduler.start { source.take(while: { $0 < 10 }, behavior: .inclusive) }
    expectEqual(result.events, [.next(210, 2), .next(260, 5), .next(290, 13), .completed(290)])
  }

  @Test func untilCompletesBeforeTheFirstElementThatSatisfiesThePredicate() {
    let source = source()
    let result = scheduler.start { source.take(until: { $0 > 10 }) }
    expectEqual(result.events, [.next(210, 2), .next(260, 5), .completed(290)])
  }

  @Test func untilInclusiveAlsoSendsTheElementThatEndsTheStream() {
    let source = source()
    let result = scheduler.start { source.take(until: { $0 > 10 }, behavior: .inclusive) }
    expectEqual(result.events, [.next(210, 2), .next(260, 5), .next(290, 13), .completed(290)])
    expectEqual(source.subscriptions, [Subscription(200, 290)])
  }

  @Test func aPredicateThatThrowsEndsTheStream() {
    let source = source()
    let result = scheduler.start {
      source.take(while: { number in
        if number == 5 { throw Boom() }
        return true
      })
    }
    expectEqual(result.events, [.next(210, 2), .error(260, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 260)])
  }

  @Test func aSourceThatEndsFirstEndsTheStream() {
    let source = source()
    let result = scheduler.start { source.take(while: { _ in true }) }
    expectEqual(result.events.last, .completed(600))
    expectEqual(result.events.count, 6)
  }

  @Test func anInclusiveElementThatIsAlsoTheLastTakenEndsTheStreamOnce() {
    let probe = Probe<Int>()
    _ = Observable.from(0..<10_000_000).take(until: { _ in true }, behavior: .inclusive)
      .take(1).subscribe(probe.on)
    expectEqual(probe.elements, [0])
    expectEqual(probe.endCount, 1)
  }
}
