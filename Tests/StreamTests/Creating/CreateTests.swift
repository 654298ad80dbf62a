import Stream
import TestSupport
import Testing

@Suite struct CreateTests {
  private let probe = Probe<Int>()

  @Test func theClosureRunsForEachSubscription() {
    let source = TrackedSource<Int>()
    let first = source.observable.subscribe(probe.on)
    let second = source.observable.subscribe(probe.on)
    expectEqual(source.subscribed.value, 2)
    first.dispose()
    second.dispose()
    expectEqual(source.disposed.value, 2)
  }

  @Test func aDisposableReturnedAfterTheEndIsDisposedOf() {
    let disposed = Count()
    let observable = Observable<Int>.create { observer in
      observer.onCompleted()
      return Disposables.create { disposed.increment() }
    }
    _ = observable.subscribe(probe.on)
    expectEqual(disposed.value, 1)
  }

  @Test func theEndFollowsEventsSentInsideADelivery() {
    let observable = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create()
    }
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
  }
}
