import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct EnumeratedTests {
  private let scheduler = TestScheduler()

  @Test func elementsHaveTheirIndex() {
    let source = scheduler.createHotObservable([.next(210, "a"), .next(220, "b"), .completed(230)])
    let result = scheduler.start { source.enumerated().map { index, element in "\(index)\(element)" } }
    expectEqual(result.events, [.next(210, "0a"), .next(220, "1b"), .completed(230)])
    expectEqual(source.subscriptions, [Subscription(200, 230)])
  }

  @Test func eachSubscriptionCountsFromZero() {
    let probe = Probe<Int>()
    let indices = Observable.of("a", "b").enumerated().map { $0.index }
    _ = indices.subscribe(probe.on)
    _ = indices.subscribe(probe.on)
    expectEqual(probe.elements, [0, 1, 0, 1])
  }
}
