import Stream
import TestSupport
import Testing

@Suite struct TakeTests {
  private let source = TrackedSource<Int>()
  private let probe = Probe<Int>()

  @Test func completesAtTheLastElementAndDisposes() {
    let subscription = source.observable.take(2).subscribe(probe.on)
    source.onNext(1)
    expectEqual(source.disposed.value, 0)
    source.onNext(2)
    expectEqual(source.disposed.value, 1)
    source.onNext(3)
    expectEqual(probe.elements, [1, 2])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func aCountOfZeroDoesNotSubscribe() {
    _ = source.observable.take(0).subscribe(probe.on)
    expectEqual(source.subscribed.value, 0)
    expectTrue(probe.isCompleted)
  }

  @Test func completesWithAShorterSource() {
    _ = Observable.of(1).take(5).subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectEqual(probe.endCount, 1)
  }

  @Test func countsFromZeroForEachSubscription() {
    let observable = Observable.of(1, 2, 3).take(1)
    _ = observable.subscribe(probe.on)
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [1, 1])
  }
}
