import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct ScanTests {
  private let scheduler = TestScheduler()

  @Test func sendsEveryIntermediateResult() {
    let source = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(220, 3), .next(230, 4), .completed(250),
    ])
    let result = scheduler.start { source.scan(42) { $0 + $1 } }
    expectEqual(result.events, [.next(210, 44), .next(220, 47), .next(230, 51), .completed(250)])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
  }

  @Test func anEmptySourceSendsNoInitialValue() {
    let source = scheduler.createHotObservable([.next(150, 1), .completed(250)])
    let result = scheduler.start { source.scan(42) { $0 + $1 } }
    expectEqual(result.events, [.completed(250)])
  }

  @Test func forwardsTheError() {
    let source = scheduler.createHotObservable([.next(210, 2), .error(250, Boom(), Int.self)])
    let result = scheduler.start { source.scan(42) { $0 + $1 } }
    expectEqual(result.events, [.next(210, 44), .error(250, Boom())])
  }

  @Test func aClosureThatThrowsEndsTheStream() {
    let source = scheduler.createHotObservable([.next(210, 2), .next(220, 3), .next(230, 4)])
    let result = scheduler.start {
      source.scan(42) { sum, element in
        if element == 3 { throw Boom() }
        return sum + element
      }
    }
    expectEqual(result.events, [.next(210, 44), .error(220, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 220)])
  }

  @Test func updatesAValueInPlace() {
    let probe = Probe<[Int]>()
    let observable = Observable.of(1, 2).scan(into: [Int]()) { $0.append($1) }
    _ = observable.subscribe(probe.on)
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [[1], [1, 2], [1], [1, 2]])
  }
}
