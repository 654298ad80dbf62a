import Dispatch
import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct ObserveOnTests {
  private let scheduler = TestScheduler()
  private let probe = Probe<Int>()

  @Test func deliversOnTheScheduler() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.observe(on: scheduler).subscribe(probe.on)
    source.onNext(1)
    source.onNext(2)
    expectTrue(probe.events.isEmpty)
    // A burst is delivered by one action.
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(by: 0)
    expectEqual(probe.elements, [1, 2])
    source.onNext(3)
    source.onCompleted()
    scheduler.advance(by: 0)
    expectEqual(probe.elements, [1, 2, 3])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func anErrorFollowsTheElementsBeforeIt() {
    let observable = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onError(Boom())
      return Disposables.create()
    }
    let subscription = observable.observe(on: scheduler).subscribe(probe.on)
    scheduler.advance(by: 0)
    expectEqual(probe.elements, [1])
    #expect(probe.error is Boom)
    subscription.dispose()
  }

  @Test func disposalCancelsTheDelivery() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.observe(on: scheduler).subscribe(probe.on)
    source.onNext(1)
    subscription.dispose()
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(by: 0)
    expectTrue(probe.events.isEmpty)
    expectEqual(source.disposed.value, 1)
  }

  @Test func disposalInsideADeliveryDropsTheRestOfTheBatch() {
    let subscription = SerialDisposable()
    let count = Count()
    subscription.disposable = Observable.from(0..<10).observe(on: scheduler)
      .subscribe(onNext: { _ in
        count.increment()
        subscription.dispose()
      })
    scheduler.advance(by: 0)
    expectEqual(count.value, 1)
  }

  @Test func aBurstKeepsItsOrderAcrossThreads() {
    let done = DispatchSemaphore(value: 0)
    let subscription = Observable.from(0..<20_000)
      .observe(on: SerialDispatchQueueScheduler())
      .subscribe { event in
        probe.on(event)
        if event.isCompleted { done.signal() }
      }
    expectEqual(done.wait(timeout: .patience), .success)
    expectEqual(probe.elements, Array(0..<20_000))
    subscription.dispose()
  }

  @Test func theResultOfASingleIsDeliveredOnTheScheduler() {
    let subscription = Single.just(1).observe(on: scheduler).subscribe(probe.onResult)
    expectTrue(probe.events.isEmpty)
    scheduler.advance(by: 0)
    expectEqual(probe.elements, [1])
    subscription.dispose()
  }
}
