import Stream
import Testing

@Suite struct ExpandTests {
  private let probe = Probe<Int>()

  @Test func expandsGenerationAfterGeneration() {
    _ = Observable.of(1, 100).expand { $0 < 4 || (100..<102).contains($0) ? Observable.of($0 + 1) : .empty() }
      .subscribe(probe.on)
    #expect(probe.elements.sorted() == [1, 2, 3, 4, 100, 101, 102])
    #expect(probe.isCompleted)
  }

  @Test func waitsForAsynchronousStreams() {
    let next = TrackedSource<Int>()
    let subscription = Observable.of(1).expand { $0 == 1 ? next.observable : .empty() }
      .subscribe(probe.on)
    #expect(probe.elements == [1])
    #expect(!probe.isCompleted)
    next.onNext(2)
    next.onCompleted()
    #expect(probe.elements == [1, 2])
    #expect(probe.isCompleted)
    subscription.dispose()
  }

  @Test func isLazy() {
    let made = Count()
    _ = Observable.of(0).expand { number in
      made.increment()
      return Observable.of(number + 1)
    }.take(10).subscribe(probe.on)
    #expect(probe.elements == Array(0..<10))
    #expect(made.value == 9)
  }

  @Test func anErrorEndsTheStream() {
    _ = Observable.of(0).expand { $0 < 3 ? Observable.of($0 + 1) : .error(Boom()) }.subscribe(probe.on)
    #expect(probe.elements == [0, 1, 2, 3])
    #expect(probe.error is Boom)
  }
}
