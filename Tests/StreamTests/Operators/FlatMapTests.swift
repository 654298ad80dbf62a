import Stream
import TestSupport
import Testing

@Suite struct FlatMapTests {
  @Test func mergesTheElementsOfTheStreams() {
    let inners = [PublishSubject<String>(), PublishSubject<String>()]
    let probe = Probe<String>()
    let subscription = Observable.from(0..<2).flatMap { inners[$0] }.subscribe(probe.on)
    inners[0].onNext("a")
    inners[1].onNext("b")
    inners[0].onNext("c")
    expectEqual(probe.elements, ["a", "b", "c"])
    subscription.dispose()
    expectEqual(inners.map(\.hasObservers), [false, false])
  }

  @Test func theClosureMayReturnSingles() {
    let probe = Probe<Int>()
    _ = Observable.of(1, 2).flatMap { Single.just($0 * 10) }.subscribe(probe.on)
    expectEqual(probe.elements, [10, 20])
    expectTrue(probe.isCompleted)
  }

  @Test func aSingleContinuesWithTheReturnedSingle() {
    let (first, second) = (TrackedSingle<Int>(), TrackedSingle<Int>())
    let probe = Probe<Int>()
    let subscription = first.single.flatMap { number in second.single.map { $0 + number } }
      .subscribe(probe.onResult)
    expectEqual(second.subscribed.value, 0)
    first.succeed(1)
    expectEqual(second.subscribed.value, 1)
    second.succeed(2)
    expectEqual(probe.elements, [3])
    expectEqual([first.disposed.value, second.disposed.value], [1, 1])
    subscription.dispose()
  }

  @Test func disposalDisposesOfTheSecondSingle() {
    let (first, second) = (TrackedSingle<Int>(), TrackedSingle<Int>())
    let subscription = first.single.flatMap { _ in second.single }.subscribe { _ in }
    first.succeed(1)
    subscription.dispose()
    expectEqual([first.disposed.value, second.disposed.value], [1, 1])
  }

  @Test func aFailureOfASingleSkipsTheClosure() {
    let calls = Count()
    let probe = Probe<Int>()
    _ = Single<Int>.error(Boom()).flatMap { number in
      calls.increment()
      return Single.just(number)
    }.subscribe(probe.onResult)
    #expect(probe.error is Boom)
    expectEqual(calls.value, 0)
  }
}
