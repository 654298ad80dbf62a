import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct SkipTests {
  private let scheduler = TestScheduler()

  private func events(skipping count: Int) -> [Recorded<Event<Int>>] {
    let source = scheduler.createHotObservable([
      .next(70, 6), .next(210, 9), .next(230, 13), .next(270, 7), .completed(300),
    ])
    return scheduler.start { source.skip(count) }.events
  }

  @Test func dropsTheFirstElements() {
    expectEqual(events(skipping: 2), [.next(270, 7), .completed(300)])
  }

  @Test func aCountOfZeroDropsNothing() {
    expectEqual(events(skipping: 0), [.next(210, 9), .next(230, 13), .next(270, 7), .completed(300)])
  }

  @Test func aCountAboveTheNumberOfElementsLeavesOnlyTheEnd() {
    expectEqual(events(skipping: 20), [.completed(300)])
  }

  @Test func countsFromZeroForEachSubscription() {
    let probe = Probe<Int>()
    let observable = Observable.of(1, 2).skip(1)
    _ = observable.subscribe(probe.on)
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [2, 2])
  }
}
