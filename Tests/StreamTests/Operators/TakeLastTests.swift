import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct TakeLastTests {
  private let scheduler = TestScheduler()

  private func source(_ end: Recorded<Event<Int>>) -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(150, 4), .next(210, 9), .next(230, 13), .next(270, 7), .next(280, 1), end,
    ])
  }

  @Test func sendsTheLastElementsAtCompletion() {
    let source = source(.completed(300))
    let result = scheduler.start { source.take(last: 2) }
    expectEqual(result.events, [.next(300, 7), .next(300, 1), .completed(300)])
    expectEqual(source.subscriptions, [Subscription(200, 300)])
  }

  @Test func sendsAllElementsOfAShorterSource() {
    let source = source(.completed(300))
    let result = scheduler.start { source.take(last: 7) }
    expectEqual(
      result.events,
      [
        .next(300, 9), .next(300, 13), .next(300, 7), .next(300, 1), .completed(300),
      ])
  }

  @Test func anErrorIsSentWithoutTheElements() {
    let source = source(.error(300, Boom()))
    let result = scheduler.start { source.take(last: 7) }
    expectEqual(result.events, [.error(300, Boom())])
  }

  @Test(arguments: [0, -1])
  func aCountOfZeroOrLessSendsOnlyTheEnd(_ count: Int) {
    let source = source(.completed(300))
    let result = scheduler.start { source.take(last: count) }
    expectEqual(result.events, [.completed(300)])
    expectEqual(source.subscriptions, [Subscription(200, 300)])
  }

  @Test func anElementThatArrivesDuringTheLastOnesIsIgnored() {
    let subject = BehaviorSubject(value: false)
    let probe = Probe<Bool>()
    _ = subject.take(last: 1).subscribe { event in
      probe.on(event)
      if let element = event.element { subject.onNext(!element) }
    }
    subject.onCompleted()
    expectEqual(probe.elements, [false])
  }

  @Test func disposingDuringTheLastElementsStopsThem() {
    let probe = Probe<Int>()
    let subscription = SerialDisposable()
    let source = TrackedSource<Int>()
    subscription.disposable = source.observable.take(last: 2).subscribe { event in
      probe.on(event)
      subscription.dispose()
    }
    source.onNext(1)
    source.onNext(2)
    source.onCompleted()
    expectEqual(probe.elements, [1])
    expectEqual(probe.endCount, 0)
  }

  @Test func takeLastIsTheSame() {
    let probe = Probe<Int>()
    _ = Observable.of(1, 2, 3).takeLast(2).subscribe(probe.on)
    expectEqual(probe.elements, [2, 3])
  }
}
