import NetTesting
import Stream
import TestSupport
import Testing

/// Law 12 for `combineLatest`: with a source that sends nothing, and with no sources.
@Suite struct Law12_EmptyCombineLatest {
  private let probe = Probe<[Int]>()

  @Test func combineLatestOfNoSourcesCompletes() {
    _ = Observable<Int>.combineLatest([Observable<Int>]()).subscribe(probe.on)
    expectTrue(probe.elements.isEmpty)
    expectTrue(probe.isCompleted)
  }

  @Test func combineLatestStaysOpenWithNeverAndReleasesFinishedSources() {
    let (finished, open) = (TrackedSource<Int>(), TrackedSource<Int>())
    let subscription = Observable.combineLatest([finished.observable, open.observable])
      .subscribe(probe.on)
    finished.onCompleted()
    expectEqual(finished.disposed.value, 1)
    expectEqual(open.disposed.value, 0)
    expectTrue(probe.events.isEmpty)
    subscription.dispose()
    expectEqual(open.disposed.value, 1)
  }

  @Test func combineLatestCompletesAtAnElementThatCannotBeCombined() {
    let scheduler = TestScheduler()
    let empty = scheduler.createHotObservable([.completed(210, Int.self)])
    let other = scheduler.createHotObservable([.next(215, 2), .completed(220)])
    let result = scheduler.start {
      Observable.combineLatest(
        empty.asObservable(), other.asObservable(), resultSelector: { $0 + $1 })
    }
    expectEqual(result.events, [.completed(215)])
    expectEqual(empty.subscriptions, [Subscription(200, 210)])
    expectEqual(other.subscriptions, [Subscription(200, 215)])
  }

  @Test func combineLatestCompletesWhenAllSourcesHaveCompleted() {
    let scheduler = TestScheduler()
    let first = scheduler.createHotObservable([.completed(210, Int.self)])
    let second = scheduler.createHotObservable([.completed(220, Int.self)])
    let result = scheduler.start {
      Observable.combineLatest([first.asObservable(), second.asObservable()])
    }
    expectEqual(result.events, [.completed(220)])
  }
}
