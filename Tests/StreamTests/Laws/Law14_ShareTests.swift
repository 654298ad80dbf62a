import NetTesting
import Stream
import TestSupport
import Testing

/// Law 14: `share` starts again after the last subscriber or the end, or keeps its elements; first
/// subscribers that race connect once.
@Suite struct Law14_Share {
  private let source = TrackedSource<Int>()
  private let first = Probe<Int>()
  private let second = Probe<Int>()

  @Test func connectsOnceAndDisconnectsWithTheLastSubscriber() {
    let shared = source.observable.share()
    let one = shared.subscribe(first.on)
    let two = shared.subscribe(second.on)
    source.onNext(1)
    expectEqual(source.subscribed.value, 1)
    expectEqual(first.elements, [1])
    expectEqual(second.elements, [1])
    one.dispose()
    expectEqual(source.disposed.value, 0)
    two.dispose()
    expectEqual(source.disposed.value, 1)
  }

  @Test func whileConnectedResetsWhenTheLastSubscriberLeaves() {
    let shared = source.observable.share(replay: 1, scope: .whileConnected)
    let one = shared.subscribe(first.on)
    source.onNext(1)
    one.dispose()
    let two = shared.subscribe(second.on)
    expectTrue(second.elements.isEmpty)
    expectEqual(source.subscribed.value, 2)
    two.dispose()
  }

  @Test func whileConnectedResetsAtTheEnd() {
    let shared = source.observable.share(replay: 1, scope: .whileConnected)
    _ = shared.subscribe(first.on)
    source.onNext(1)
    source.onCompleted()
    expectTrue(first.isCompleted)
    expectEqual(source.disposed.value, 1)
    let two = shared.subscribe(second.on)
    expectTrue(second.events.isEmpty)
    expectEqual(source.subscribed.value, 2)
    two.dispose()
  }

  @Test func whileConnectedLetsRetrySubscribeAgain() {
    let shared = source.observable.share(replay: 1)
    let subscription = shared.retry(2).subscribe(first.on)
    source.onError(Boom())
    expectEqual(source.subscribed.value, 2)
    source.onNext(1)
    source.onError(Boom(number: 2))
    expectEqual(first.events, [.next(1), .error(Boom(number: 2))])
    subscription.dispose()
  }

  @Test func foreverKeepsElementsWhenTheLastSubscriberLeaves() {
    let shared = source.observable.share(replay: 1, scope: .forever)
    let one = shared.subscribe(first.on)
    source.onNext(1)
    one.dispose()
    expectEqual(source.disposed.value, 1)
    let two = shared.subscribe(second.on)
    expectEqual(second.elements, [1])
    expectEqual(source.subscribed.value, 2)
    two.dispose()
  }

  @Test func foreverKeepsTheEnd() {
    let shared = source.observable.share(replay: 1, scope: .forever)
    _ = shared.subscribe(first.on)
    source.onNext(1)
    source.onCompleted()
    _ = shared.subscribe(second.on)
    expectEqual(second.events, [.next(1), .completed])
    expectEqual(source.subscribed.value, 1)
  }

  @Test func lateSubscribersReceiveTheReplayedElements() {
    let shared = source.observable.share(replay: 2)
    let one = shared.subscribe(first.on)
    for number in 1...3 { source.onNext(number) }
    let two = shared.subscribe(second.on)
    expectEqual(second.elements, [2, 3])
    one.dispose()
    two.dispose()
  }

  @Test func firstSubscribersThatRaceConnectOnce() {
    for _ in 0..<100 {
      let source = TrackedSource<Int>()
      let shared = source.observable.share()
      let bag = DisposeBag()
      race(4) { _ in shared.subscribe { _ in }.disposed(by: bag) }
      expectEqual(source.subscribed.value, 1)
      bag.dispose()
      expectEqual(source.disposed.value, 1)
    }
  }

  @Test func stopsASynchronousSource() {
    let read = Count()
    _ = Observable.from(0..<10_000_000).do(onNext: { _ in read.increment() }).share().take(1)
      .subscribe(first.on)
    expectEqual(first.elements, [0])
    expectEqual(read.value, 1)
  }
}
