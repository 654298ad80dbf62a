import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct ReduceTests {
  private let scheduler = TestScheduler()

  @Test func sendsTheResultAtTheEnd() {
    let source = scheduler.createHotObservable([
      .next(150, 1), .next(210, 0), .next(220, 1), .next(230, 2), .completed(260),
    ])
    let result = scheduler.start { source.reduce(42) { $0 + $1 } }
    expectEqual(result.events, [.next(260, 45), .completed(260)])
    expectEqual(source.subscriptions, [Subscription(200, 260)])
  }

  @Test func anEmptySourceSendsTheInitialValue() {
    let source = scheduler.createHotObservable([.next(150, 1), Recorded<Event<Int>>.completed(250)])
    let result = scheduler.start { source.reduce(42) { $0 + $1 } }
    expectEqual(result.events, [.next(250, 42), .completed(250)])
  }

  @Test func anErrorReplacesTheResult() {
    let source = scheduler.createHotObservable([.next(210, 1), .error(260, Boom(), Int.self)])
    let result = scheduler.start { source.reduce(42) { $0 + $1 } }
    expectEqual(result.events, [.error(260, Boom())])
  }

  @Test func aClosureThatThrowsEndsTheStream() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(260)])
    let result = scheduler.start {
      source.reduce(42) { sum, element in
        if element == 2 { throw Boom() }
        return sum + element
      }
    }
    expectEqual(result.events, [.error(220, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 220)])
  }

  @Test func transformsTheResult() {
    let source = scheduler.createHotObservable([.next(210, 1), .completed(260)])
    let result = scheduler.start {
      source.reduce(42, accumulator: { $0 + $1 }, mapResult: { $0 * 10 })
    }
    expectEqual(result.events, [.next(260, 430), .completed(260)])
  }

  @Test func aTransformThatThrowsEndsTheStream() {
    let source = scheduler.createHotObservable([.next(210, 1), .completed(260)])
    let result = scheduler.start {
      source.reduce(42, accumulator: { $0 + $1 }, mapResult: { _ -> Int in throw Boom() })
    }
    expectEqual(result.events, [.error(260, Boom())])
  }
}
