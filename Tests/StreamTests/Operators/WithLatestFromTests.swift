import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct WithLatestFromTests {
  private let scheduler = TestScheduler()

  private func source() -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(90, 1), .next(180, 2), .next(250, 3), .next(260, 4), .next(310, 5), .next(340, 6),
      .next(410, 7), .next(420, 8), .next(470, 9), .next(550, 10), .completed(590),
    ])
  }

  @Test func combinesWithTheLatestElement() {
    let source = source()
    let second = scheduler.createHotObservable([
      .next(255, "bar"), .next(330, "foo"), .next(350, "qux"), .completed(400),
    ])
    let result = scheduler.start { source.withLatestFrom(second, resultSelector: { "\($0)\($1)" }) }
    expectEqual(
      result.events,
      [
        .next(260, "4bar"), .next(310, "5bar"), .next(340, "6foo"), .next(410, "7qux"),
        .next(420, "8qux"), .next(470, "9qux"), .next(550, "10qux"), .completed(590),
      ])
    expectEqual(source.subscriptions, [Subscription(200, 590)])
    expectEqual(second.subscriptions, [Subscription(200, 400)])
  }

  @Test func withoutASelectorTheElementOfTheOtherStreamIsSent() {
    let source = source()
    let second = scheduler.createHotObservable([.next(255, "bar"), .next(500, "foo")])
    let result = scheduler.start { source.withLatestFrom(second) }
    expectEqual(
      result.events,
      [
        .next(260, "bar"), .next(310, "bar"), .next(340, "bar"), .next(410, "bar"),
        .next(420, "bar"), .next(470, "bar"), .next(550, "foo"), .completed(590),
      ])
    expectEqual(second.subscriptions, [Subscription(200, 590)])
  }

  @Test func anErrorOfTheOtherStreamEndsTheStream() {
    let source = source()
    let second = scheduler.createHotObservable([.next(255, 1), .error(300, Boom(), Int.self)])
    let result = scheduler.start { source.withLatestFrom(second) }
    expectEqual(result.events, [.next(260, 1), .error(300, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 300)])
  }

  @Test func aSelectorThatThrowsEndsTheStream() {
    let source = source()
    let second = scheduler.createHotObservable([.next(255, 1)])
    let result = scheduler.start {
      source.withLatestFrom(second, resultSelector: { _, _ -> Int in throw Boom() })
    }
    expectEqual(result.events, [.error(260, Boom())])
    expectEqual(second.subscriptions, [Subscription(200, 260)])
  }

  @Test func theOtherStreamIsSubscribedToFirst() {
    let probe = Probe<Int>()
    _ = Observable.of(1, 2).withLatestFrom(Observable.of(9)).subscribe(probe.on)
    expectEqual(probe.elements, [9, 9])
    expectTrue(probe.isCompleted)
  }
}
