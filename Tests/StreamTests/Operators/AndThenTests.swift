import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct AndThenTests {
  private let first = TrackedSingle<Void>()

  @Test func theSecondSingleStartsAfterTheFirst() {
    let second = TrackedSingle<Int>()
    let probe = Probe<Int>()
    _ = first.single.andThen(second.single).subscribe(probe.onResult)
    expectEqual(second.subscribed.value, 0)
    first.succeed(())
    expectEqual(second.subscribed.value, 1)
    second.succeed(1)
    expectEqual(probe.elements, [1])
  }

  @Test func aFailureOfTheFirstIsTheResult() {
    let second = TrackedSingle<Int>()
    let probe = Probe<Int>()
    _ = first.single.andThen(second.single).subscribe(probe.onResult)
    first.fail(Boom())
    expectEqual(probe.error as? Boom, Boom())
    expectEqual(second.subscribed.value, 0)
  }

  @Test func anObservableFollows() {
    let probe = Probe<Int>()
    _ = first.single.andThen(Observable.of(1, 2)).subscribe(probe.on)
    expectTrue(probe.events.isEmpty)
    first.succeed(())
    expectEqual(probe.elements, [1, 2])
    expectTrue(probe.isCompleted)
  }

  @Test func disposingCancelsTheSecond() {
    let second = TrackedSource<Int>()
    let subscription = first.single.andThen(second.observable).subscribe { _ in }
    first.succeed(())
    subscription.dispose()
    expectEqual(second.disposed.value, 1)
  }
}
