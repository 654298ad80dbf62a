import NetTesting
import Stream
import TestSupport
import Testing

/// Law 2: resources are released at the exact virtual time of the end, of the disposal, or of the last element that is
/// needed.
@Suite struct Law02_TimeOfRelease {
  private static let cases = (OperatorCase.all + OperatorCase.more)
    // These two use their own times.
    .filter { !["subscribe(on:)", "retry"].contains($0.testDescription) }

  @Test(arguments: cases)
  func theSourceIsDisposedOfAtTheEnd(_ operatorCase: OperatorCase) {
    let scheduler = TestScheduler()
    let end: Recorded<Event<Int>> = operatorCase.endsByError ? .error(230, Boom()) : .completed(230)
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), end])
    _ = scheduler.start { operatorCase.apply(source.asObservable(), nil) }
    expectEqual(source.subscriptions, [Subscription(200, 230)])
  }

  @Test(arguments: cases)
  func theSourceIsDisposedOfAtDisposal(_ operatorCase: OperatorCase) {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(900)])
    _ = scheduler.start(disposed: 450) { operatorCase.apply(source.asObservable(), nil) }
    expectEqual(source.subscriptions, [Subscription(200, 450)])
  }

  @Test func theSourceIsDisposedOfAtTheLastElementTaken() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(900)])
    _ = scheduler.start { source.map { $0 }.scan(0) { $0 + $1 }.take(2).filter { $0 > 0 } }
    expectEqual(source.subscriptions, [Subscription(200, 220)])
  }

  @Test func allInnerStreamsAreDisposedOfAtTheErrorOfOne() {
    let scheduler = TestScheduler()
    let outer = scheduler.createHotObservable([.next(210, 0), .next(220, 1), .completed(230)])
    let inners = [
      scheduler.createColdObservable([.next(100, 1)]),
      scheduler.createColdObservable([.error(50, Boom(), Int.self)]),
    ]
    _ = scheduler.start { outer.flatMap { inners[$0] } }
    expectEqual(outer.subscriptions, [Subscription(200, 230)])
    expectEqual(inners.map(\.subscriptions), [[Subscription(210, 270)], [Subscription(220, 270)]])
    expectEqual(scheduler.pendingCount, 0)
  }
}
