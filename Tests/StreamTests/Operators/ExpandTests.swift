import Stream
import TestSupport
import Testing

@Suite struct ExpandTests {
  private let probe = Probe<Int>()

  @Test func expandsGenerationAfterGeneration() {
    _ = Observable.of(1, 100).expand { $0 < 4 || (100..<102).contains($0) ? Observable.of($0 + 1) : .empty() }
      .subscribe(probe.on)
    expectEqual(probe.elements.sorted(), [1, 2, 3, 4, 100, 101, 102])
    expectTrue(probe.isCompleted)
  }

  @Test func waitsForAsynchronousStreams() {
    let next = TrackedSource<Int>()
    let subscription = Observable.of(1).expand { $0 == 1 ? next.observable : .empty() }
      .subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectFalse(probe.isCompleted)
    next.onNext(2)
    next.onCompleted()
    expectEqual(probe.elements, [1, 2])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func isLazy() {
    let made = Count()
    _ = Observable.of(0).expand { number in
      made.increment()
      return Observable.of(number + 1)
    }.take(10).subscribe(probe.on)
    expectEqual(probe.elements, Array(0..<10))
    expectEqual(made.value, 9)
  }

  @Test func anErrorEndsTheStream() {
    _ = Observable.of(0).expand { $0 < 3 ? Observable.of($0 + 1) : .error(Boom()) }.subscribe(probe.on)
    expectEqual(probe.elements, [0, 1, 2, 3])
    #expect(probe.error is Boom)
  }
}
