import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct FlatMapFirstTests {
  private let scheduler = TestScheduler()

  @Test func ignoresElementsWhileBusy() {
    let inner = (0..<3).map { number in
      scheduler.createColdObservable([
        .next(10, 10 * number), .next(20, 10 * number + 1), .completed(30),
      ])
    }
    let source = scheduler.createHotObservable([
      .next(210, 0), .next(225, 1), .next(300, 2), .completed(310),
    ])
    let result = scheduler.start { source.flatMapFirst { inner[$0] } }
    expectEqual(
      result.events,
      [
        .next(220, 0), .next(230, 1), .next(310, 20), .next(320, 21), .completed(330),
      ])
    expectEqual(inner[0].subscriptions, [Subscription(210, 240)])
    #expect(inner[1].subscriptions.isEmpty)
    expectEqual(inner[2].subscriptions, [Subscription(300, 330)])
  }

  @Test func synchronousInnerStreamsAllRun() {
    let probe = Probe<Int>()
    _ = Observable.of(1, 2).flatMapFirst { Observable.of($0, $0 * 10) }.subscribe(probe.on)
    _ = Observable.of(3, 4).flatMapFirst { Observable.just($0) }.subscribe(probe.on)
    expectEqual(probe.elements, [1, 10, 2, 20, 3, 4])
    expectEqual(probe.endCount, 2)
  }

  @Test func anErrorOfAnInnerStreamEndsTheStream() {
    let inner = scheduler.createColdObservable([.next(10, 1), .error(20, Boom(), Int.self)])
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let result = scheduler.start { source.flatMapFirst { _ in inner } }
    expectEqual(result.events, [.next(220, 1), .error(230, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 230)])
  }

  @Test func aSelectorThatThrowsEndsTheStream() {
    let source = scheduler.createHotObservable([.next(210, 1), .completed(300)])
    let result = scheduler.start {
      source.flatMapFirst { _ -> Observable<Int> in throw Boom() }
    }
    expectEqual(result.events, [.error(210, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 210)])
  }

  @Test func disposalDisposesOfTheSourceAndTheInnerStream() {
    let inner = scheduler.createColdObservable([.next(10, 1), .completed(500)])
    let source = scheduler.createHotObservable([.next(210, 1), .completed(600)])
    _ = scheduler.start(disposed: 400) { source.flatMapFirst { _ in inner } }
    expectEqual(inner.subscriptions, [Subscription(210, 400)])
    expectEqual(source.subscriptions, [Subscription(200, 400)])
  }
}
