import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct FlatMapLatestTests {
  private let scheduler = TestScheduler()

  @Test func switchesToTheLatestStream() {
    let inner = (0..<3).map { number in
      scheduler.createColdObservable([
        .next(10, 10 * number), .next(20, 10 * number + 1), .next(30, 10 * number + 2),
        .completed(40),
      ])
    }
    let source = scheduler.createHotObservable([
      .next(210, 0), .next(235, 1), .next(300, 2), .completed(310),
    ])
    let result = scheduler.start { source.flatMapLatest { inner[$0] } }
    expectEqual(
      result.events,
      [
        .next(220, 0), .next(230, 1), .next(245, 10), .next(255, 11), .next(265, 12),
        .next(310, 20), .next(320, 21), .next(330, 22), .completed(340),
      ])
    expectEqual(inner[0].subscriptions, [Subscription(210, 235)])
    expectEqual(inner[1].subscriptions, [Subscription(235, 275)])
    expectEqual(inner[2].subscriptions, [Subscription(300, 340)])
    expectEqual(source.subscriptions, [Subscription(200, 310)])
  }

  @Test func completesWithTheSourceWhenNoInnerStreamRuns() {
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let result = scheduler.start { source.flatMapLatest { Observable.of($0, $0 + 1) } }
    expectEqual(result.events, [.next(210, 1), .next(210, 2), .completed(300)])
  }

  @Test func anErrorOfAnInnerStreamEndsTheStream() {
    let inner = scheduler.createColdObservable([.next(10, 1), .error(20, Boom(), Int.self)])
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let result = scheduler.start { source.flatMapLatest { _ in inner } }
    expectEqual(result.events, [.next(220, 1), .error(230, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 230)])
  }

  @Test func anErrorOfTheSourceDisposesOfTheInnerStream() {
    let inner = scheduler.createColdObservable([.next(10, 1), .completed(500)])
    let source = scheduler.createHotObservable([.next(210, 1), .error(300, Boom(), Int.self)])
    let result = scheduler.start { source.flatMapLatest { _ in inner } }
    expectEqual(result.events, [.next(220, 1), .error(300, Boom())])
    expectEqual(inner.subscriptions, [Subscription(210, 300)])
  }

  @Test func aSelectorThatThrowsEndsTheStream() {
    let inner = scheduler.createColdObservable([.next(10, 1), .completed(500)])
    let source = scheduler.createHotObservable([.next(210, 1), .next(230, 2), .completed(300)])
    let result = scheduler.start {
      source.flatMapLatest { number in
        if number == 2 { throw Boom() }
        return inner
      }
    }
    expectEqual(result.events, [.next(220, 1), .error(230, Boom())])
    expectEqual(inner.subscriptions, [Subscription(210, 230)])
    expectEqual(source.subscriptions, [Subscription(200, 230)])
  }

  @Test func disposalDisposesOfTheSourceAndTheInnerStream() {
    let inner = scheduler.createColdObservable([.next(10, 1), .completed(500)])
    let source = scheduler.createHotObservable([.next(210, 1), .completed(600)])
    _ = scheduler.start(disposed: 400) { source.flatMapLatest { _ in inner } }
    expectEqual(inner.subscriptions, [Subscription(210, 400)])
    expectEqual(source.subscriptions, [Subscription(200, 400)])
  }

  @Test func switchLatestSwitchesToTheLatestStream() {
    let probe = Probe<Int>()
    _ = Observable.of(Observable.of(1), Observable.of(2)).switchLatest().subscribe(probe.on)
    expectEqual(probe.elements, [1, 2])
    expectTrue(probe.isCompleted)
  }

  @Test func theClosureMayReturnSingles() {
    let probe = Probe<Int>()
    _ = Observable.of(1, 2).flatMapLatest { Single.just($0 * 10) }.subscribe(probe.on)
    expectEqual(probe.elements, [10, 20])
    expectTrue(probe.isCompleted)
  }

  @Test func stopsASynchronousSource() {
    let probe = Probe<Int>()
    _ = Observable.from(0..<10_000_000).flatMapLatest { Observable.from($0..<10_000_000) }.take(2)
      .subscribe(probe.on)
    expectEqual(probe.elements, [0, 1])
  }
}
