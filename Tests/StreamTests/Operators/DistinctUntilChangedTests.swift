import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct DistinctUntilChangedTests {
  private let scheduler = TestScheduler()

  private func source() -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(215, 3), .next(220, 3), .next(225, 2), .next(230, 2),
      .completed(250),
    ])
  }

  @Test func dropsElementsEqualToThePreviousOne() {
    let source = source()
    let result = scheduler.start { source.distinctUntilChanged() }
    expectEqual(result.events, [.next(210, 2), .next(215, 3), .next(225, 2), .completed(250)])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
  }

  @Test func comparesKeys() {
    let source = source()
    let result = scheduler.start { source.distinctUntilChanged { $0 / 2 } }
    expectEqual(result.events, [.next(210, 2), .completed(250)])
  }

  @Test func comparesWithAComparer() {
    let source = source()
    let result = scheduler.start { source.distinctUntilChanged { _, _ in true } }
    expectEqual(result.events, [.next(210, 2), .completed(250)])
  }

  @Test func comparesWithTheLastElementSent() {
    let probe = Probe<Int>()
    _ = Observable.of(1, 4, 7).distinctUntilChanged { abs($0 - $1) < 5 }.subscribe(probe.on)
    expectEqual(probe.elements, [1, 7])
  }

  @Test func comparesKeysWithAComparer() {
    let probe = Probe<String>()
    _ = Observable.of("a", "bb", "ccccc")
      .distinctUntilChanged({ $0.count }, comparer: { abs($0 - $1) < 2 }).subscribe(probe.on)
    expectEqual(probe.elements, ["a", "ccccc"])
  }

  @Test func aKeySelectorThatThrowsEndsTheStream() {
    let source = source()
    let result = scheduler.start {
      source.distinctUntilChanged { (number: Int) -> Int in
        if number == 3 { throw Boom() }
        return number
      }
    }
    expectEqual(result.events, [.next(210, 2), .error(215, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 215)])
  }

  @Test func aComparerThatThrowsEndsTheStream() {
    let source = source()
    let result = scheduler.start {
      source.distinctUntilChanged { (_: Int, _: Int) -> Bool in throw Boom() }
    }
    expectEqual(result.events, [.next(210, 2), .error(215, Boom())])
  }
}
