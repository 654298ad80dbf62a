import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct CombineLatestTests {
  private let scheduler = TestScheduler()

  private func start(
    _ first: [Recorded<Event<Int>>], _ second: [Recorded<Event<Int>>]
  ) -> (events: [Recorded<Event<Int>>], subscriptions: [[Subscription]]) {
    let first = scheduler.createHotObservable(first)
    let second = scheduler.createHotObservable(second)
    let result = scheduler.start {
      Observable.combineLatest(
        first.asObservable(), second.asObservable(), resultSelector: { $0 * 10 + $1 })
    }
    return (result.events, [first.subscriptions, second.subscriptions])
  }

  @Test func combinesAtEachElement() {
    let (events, subscriptions) = start(
      [.next(150, 1), .next(215, 2), .next(225, 4), .completed(230)],
      [.next(150, 1), .next(220, 3), .next(235, 5), .completed(240)])
    expectEqual(events, [.next(220, 23), .next(225, 43), .next(235, 45), .completed(240)])
    expectEqual(subscriptions, [[Subscription(200, 230)], [Subscription(200, 240)]])
  }

  @Test func anErrorOfOneSourceEndsTheStream() {
    let (events, subscriptions) = start(
      [.next(215, 2), .completed(230)], [.next(210, 1), .error(220, Boom())])
    expectEqual(events, [.next(215, 21), .error(220, Boom())])
    expectEqual(subscriptions, [[Subscription(200, 220)], [Subscription(200, 220)]])
  }

  @Test func nothingIsSentWhileOneSourceHasNoElement() {
    let (events, subscriptions) = start([.next(215, 2), .next(225, 3)], [.next(150, 1)])
    expectTrue(events.isEmpty)
    expectEqual(subscriptions, [[Subscription(200, 1000)], [Subscription(200, 1000)]])
  }

  @Test func aSelectorThatThrowsEndsTheStream() {
    let first = scheduler.createHotObservable([.next(215, 1), .completed(230)])
    let second = scheduler.createHotObservable([.next(220, 2), .completed(240)])
    let result = scheduler.start {
      Observable.combineLatest(
        first.asObservable(), second.asObservable(), resultSelector: { _, _ -> Int in throw Boom() })
    }
    expectEqual(result.events, [.error(220, Boom())])
    expectEqual(first.subscriptions, [Subscription(200, 220)])
    expectEqual(second.subscriptions, [Subscription(200, 220)])
  }

  @Test func threeAndFourSourcesAreCombined() {
    let probe = Probe<Int>()
    let (one, many) = (Observable.of(1), Observable.of(1, 2))
    _ = Observable.combineLatest(one, one, many, resultSelector: { $0 + $1 + $2 })
      .subscribe(probe.on)
    _ = Observable.combineLatest(one, one, one, many, resultSelector: { $0 + $1 + $2 + $3 })
      .subscribe(probe.on)
    expectEqual(probe.elements, [3, 4, 4, 5])
  }

  @Test func differentElementTypesAreCombinedIntoTuples() {
    let log = Log<String>()
    _ = Observable.combineLatest(Observable.of(1), Observable.of("a", "b"))
      .subscribe(onNext: { log.write("\($0.0)\($0.1)") })
    expectEqual(log.entries, ["1a", "1b"])
  }

  @Test func aCollectionIsCombinedIntoArrays() {
    let probe = Probe<[Int]>()
    _ = Observable.combineLatest([Observable.of(1, 2), Observable.of(3, 4)]).subscribe(probe.on)
    expectEqual(probe.elements, [[2, 3], [2, 4]])
    expectTrue(probe.isCompleted)
  }

  @Test func theLastResultHasTheLatestElementsWhenSourcesRace() {
    for _ in 0..<50 {
      let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
      let probe = Probe<[Int]>()
      let subscription = Observable.combineLatest([first.observable, second.observable])
        .subscribe(probe.on)
      race(2) { thread in
        for number in 0...100 { (thread == 0 ? first : second).onNext(number) }
      }
      expectEqual(probe.elements.last, [100, 100])
      subscription.dispose()
    }
  }
}
