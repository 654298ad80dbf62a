import Net
import NetTesting
import Stream
import TestSupport
import Testing
import XCTest

@Suite struct TestSchedulerStartTests {
  private let scheduler = TestScheduler()

  @Test func subscribesAt200AndDisposesAt1000() {
    let source = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(999, 3), .next(1001, 4),
    ])
    let result = scheduler.start { source }
    expectEqual(result.events, [.next(210, 2), .next(999, 3)])
    expectEqual(source.subscriptions, [Subscription(200, 1000)])
  }

  @Test func createsAt100() {
    let created = Captured<Int>()
    let scheduler = scheduler
    _ = scheduler.start {
      created.set(scheduler.clock)
      return Observable<Int>.never()
    }
    expectEqual(created.values, [100])
  }

  @Test func theTimesCanBeChanged() {
    let source = scheduler.createHotObservable([.next(10, 1), .next(20, 2), .next(30, 3)])
    let result = scheduler.start(created: 1, subscribed: 15, disposed: 25) { source.map { $0 * 10 } }
    expectEqual(result.events, [.next(20, 20)])
    expectEqual(source.subscriptions, [Subscription(15, 25)])
  }

  @Test func theStreamCanComeFromAFunction() {
    let create: @Sendable () -> Observable<Int> = { .just(3) }
    expectEqual(scheduler.start(create).events, [.next(200, 3), .completed(200)])
  }

  @Test func anActionCanBePassedWithItsLabel() {
    let (ran, scheduler) = (Captured<Int>(), scheduler)
    scheduler.scheduleAt(300, action: { ran.set(scheduler.clock) })
    scheduler.start()
    expectEqual(ran.values, [300])
  }

  @Test func recordedEventsMayBeAnArrayOrSeveralArguments() {
    let array = Recorded.events([.next(210, 1), .completed(230)])
    expectEqual(array, Recorded.events(.next(210, 1), .completed(230)))
  }

  @Test func acceptsASingle() {
    let result = scheduler.start { Single.just(3) }
    expectEqual(result.events, [.next(200, 3), .completed(200)])
  }

  @Test func aHotObservableUnsubscribesAtTheEnd() {
    let source = scheduler.createHotObservable([.next(210, 1), .completed(230), .next(240, 2)])
    let result = scheduler.start { source }
    expectEqual(result.events, [.next(210, 1), .completed(230)])
    expectEqual(source.subscriptions, [Subscription(200, 230)])
  }

  @Test func aHotObservableSendsToAllSubscribers() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
    let (early, late) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
    let bag = DisposeBag()
    scheduler.scheduleAt(205) { source.subscribe(early).disposed(by: bag) }
    scheduler.scheduleAt(215) { source.subscribe(late).disposed(by: bag) }
    scheduler.start()
    expectEqual(early.events, [.next(210, 1), .next(220, 2)])
    expectEqual(late.events, [.next(220, 2)])
    expectEqual(source.subscriptions, [Subscription(205), Subscription(215)])
  }

  @Test func aColdObservableRestartsForEachSubscription() {
    let source = scheduler.createColdObservable([.next(10, 1), .completed(30)])
    let second = scheduler.createObserver(Int.self)
    let bag = DisposeBag()
    scheduler.scheduleAt(300) { source.subscribe(second).disposed(by: bag) }
    let first = scheduler.start { source }
    expectEqual(first.events, [.next(210, 1), .completed(230)])
    expectEqual(second.events, [.next(310, 1), .completed(330)])
    expectEqual(source.subscriptions, [Subscription(200, 230), Subscription(300, 330)])
  }

  @Test func aColdObservableStopsWhenDisposedOf() {
    let source = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .next(30, 3)])
    let result = scheduler.start { source.take(2) }
    expectEqual(result.events, [.next(210, 1), .next(220, 2), .completed(220)])
    expectEqual(source.subscriptions, [Subscription(200, 220)])
    expectEqual(scheduler.clock, 1000)
  }

  @Test func errorsAreCompared() {
    let source = scheduler.createColdObservable([.next(10, 1), .error(20, Offline.plane(seat: 7))])
    let result = scheduler.start { source }
    expectEqual(result.events, [.next(210, 1), .error(220, Offline.plane(seat: 7))])
    expectNotEqual(result.events, [.next(210, 1), .error(220, Offline.plane(seat: 8))])
  }

  @Test func timesCanBeFinerThanTicks() {
    let source = scheduler.createColdObservable([
      .next(.milliseconds(250), 1), .completed(.milliseconds(500)),
    ])
    let result = scheduler.start { source }
    expectEqual(result.events, [.next(.milliseconds(200_250), 1), .completed(.milliseconds(200_500))])
  }

  @Test func anObserverRecordsTheTime() {
    let observer = scheduler.createObserver(Int.self)
    observer.onNext(1)
    scheduler.advance(to: 10)
    observer.onError(Offline.cable)
    observer.asObserver().onCompleted()
    expectEqual(observer.events, [.next(0, 1), .error(10, Offline.cable), .completed(10)])
  }

  @Test func descriptionsShowTicks() {
    let events: [Recorded<Event<Int>>] = [.next(210, 1), .completed(.milliseconds(4900))]
    expectEqual(events.map(\.description), ["next(1) @ 210", "completed @ 4.9 seconds"])
    expectEqual(Subscription(200, 230).description, "200...230")
    expectEqual(Subscription(200).description, "200...")
  }
}

final class TestSchedulerXCTests: XCTestCase {
  func testWorksAsInRxTest() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
    let result = scheduler.start { source.map { $0 * 10 } }
    XCTAssertEqual(result.events, [.next(210, 10), .next(220, 20), .completed(230)])
    XCTAssertEqual(source.subscriptions, [Subscription(200, 230)])
  }

  func testDrivesATimeout() {
    let scheduler = TestScheduler()
    let source = scheduler.createColdObservable([.next(10, 1), .next(80, 2)])
    let result = scheduler.start { source.timeout(.seconds(50), scheduler: scheduler) }
    XCTAssertEqual(result.events, [.next(210, 1), .error(260, StreamError.timeout)])
    XCTAssertEqual(source.subscriptions, [Subscription(200, 260)])
  }
}
