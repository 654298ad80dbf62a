import Stream
import TestSupport
import Testing

@Suite struct MapTests {
  @Test func transformsEachElement() {
    let probe = Probe<String>()
    _ = Observable.of(1, 2).map { "\($0)" }.subscribe(probe.on)
    expectEqual(probe.elements, ["1", "2"])
    expectTrue(probe.isCompleted)
  }

  @Test func forwardsAnError() {
    let probe = Probe<Int>()
    _ = Observable<Int>.error(Boom()).map { $0 + 1 }.subscribe(probe.on)
    #expect(probe.error is Boom)
  }

  @Test func transformsTheSuccessOfASingle() {
    let source = TrackedSingle<Int>()
    let probe = Probe<Int>()
    let subscription = source.single.map { $0 * 2 }.map { $0 + 1 }.subscribe(probe.onResult)
    source.succeed(3)
    expectEqual(probe.elements, [7])
    subscription.dispose()
  }

  @Test func runsForEachSubscription() {
    let calls = Count()
    let single = Single.just(0).map { _ in calls.increment() }
    let probe = Probe<Int>()
    _ = single.subscribe(probe.onResult)
    _ = single.subscribe(probe.onResult)
    expectEqual(probe.elements, [1, 2])
  }
}
