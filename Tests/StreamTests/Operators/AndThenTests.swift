import NetTesting
import Stream
import Testing

@Suite struct AndThenTests {
  private let first = TrackedSingle<Void>()

  @Test func theSecondSingleStartsAfterTheFirst() {
    let second = TrackedSingle<Int>()
    let probe = Probe<Int>()
    _ = first.single.andThen(second.single).subscribe(probe.onResult)
    #expect(second.subscribed.value == 0)
    first.succeed(())
    #expect(second.subscribed.value == 1)
    second.succeed(1)
    #expect(probe.elements == [1])
  }

  @Test func aFailureOfTheFirstIsTheResult() {
    let second = TrackedSingle<Int>()
    let probe = Probe<Int>()
    _ = first.single.andThen(second.single).subscribe(probe.onResult)
    first.fail(Boom())
    #expect(probe.error as? Boom == Boom())
    #expect(second.subscribed.value == 0)
  }

  @Test func anObservableFollows() {
    let probe = Probe<Int>()
    _ = first.single.andThen(Observable.of(1, 2)).subscribe(probe.on)
    #expect(probe.events.isEmpty)
    first.succeed(())
    #expect(probe.elements == [1, 2])
    #expect(probe.isCompleted)
  }

  @Test func disposingCancelsTheSecond() {
    let second = TrackedSource<Int>()
    let subscription = first.single.andThen(second.observable).subscribe { _ in }
    first.succeed(())
    subscription.dispose()
    #expect(second.disposed.value == 1)
  }
}
