import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct MapErrorTests {
  @Test func replacesTheError() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([.next(210, 1), .error(220, Boom(), Int.self)])
    let result = scheduler.start { source.mapError { _ in Boom(number: 2) } }
    expectEqual(result.events, [.next(210, 1), .error(220, Boom(number: 2))])
    expectEqual(source.subscriptions, [Subscription(200, 220)])
  }

  @Test func completionIsUnchanged() {
    let probe = Probe<Int>()
    _ = Observable.of(1).mapError { _ in Boom() }.subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
  }

  @Test func aThrownErrorReplacesTheError() {
    let probe = Probe<Int>()
    _ = Observable<Int>.error(Boom()).mapError { _ in throw Boom(number: 3) }.subscribe(probe.on)
    expectEqual(probe.error as? Boom, Boom(number: 3))
  }

  @Test func aSingleReplacesItsFailure() {
    let probe = Probe<Int>()
    _ = Single<Int>.error(Boom()).mapError { _ in Boom(number: 4) }.subscribe(probe.onResult)
    _ = Single.just(1).mapError { _ in Boom() }.subscribe(probe.onResult)
    expectEqual(probe.events, [.error(Boom(number: 4)), .next(1)])
  }
}
