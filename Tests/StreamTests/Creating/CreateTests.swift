import Stream
import Testing

@Suite struct CreateTests {
  private let probe = Probe<Int>()

  @Test func theClosureRunsForEachSubscription() {
    let source = TrackedSource<Int>()
    let first = source.observable.subscribe(probe.on)
    let second = source.observable.subscribe(probe.on)
    #expect(source.subscribed.value == 2)
    first.dispose()
    second.dispose()
    #expect(source.disposed.value == 2)
  }

  @Test func aDisposableReturnedAfterTheEndIsDisposedOf() {
    let disposed = Count()
    let observable = Observable<Int>.create { observer in
      observer.onCompleted()
      return Disposables.create { disposed.increment() }
    }
    _ = observable.subscribe(probe.on)
    #expect(disposed.value == 1)
  }

  @Test func theEndFollowsEventsSentInsideADelivery() {
    let observable = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create()
    }
    _ = observable.subscribe(probe.on)
    #expect(probe.elements == [1])
    #expect(probe.isCompleted)
  }
}
