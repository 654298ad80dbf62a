import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct IfEmptyTests {
  private let scheduler = TestScheduler()

  @Test func theDefaultIsSentAtTheEnd() {
    let source = scheduler.createHotObservable([.next(150, 1), .completed(201)])
    let result = scheduler.start { source.ifEmpty(default: -1) }
    expectEqual(result.events, [.next(201, -1), .completed(201)])
    expectEqual(source.subscriptions, [Subscription(200, 201)])
  }

  @Test func anElementPreventsTheDefault() {
    let source = scheduler.createHotObservable([.next(205, 1), .completed(210)])
    let result = scheduler.start { source.ifEmpty(default: -1) }
    expectEqual(result.events, [.next(205, 1), .completed(210)])
  }

  @Test func anErrorPreventsTheDefault() {
    let source = scheduler.createHotObservable([.error(210, Boom(), Int.self)])
    let result = scheduler.start { source.ifEmpty(default: -1) }
    expectEqual(result.events, [.error(210, Boom())])
  }

  @Test func switchesToTheOtherStream() {
    let source = scheduler.createColdObservable([.completed(10, Int.self)])
    let other = scheduler.createColdObservable([.next(10, 1), .completed(30)])
    let result = scheduler.start { source.ifEmpty(switchTo: other.asObservable()) }
    expectEqual(result.events, [.next(220, 1), .completed(240)])
    expectEqual(source.subscriptions, [Subscription(200, 210)])
    expectEqual(other.subscriptions, [Subscription(210, 240)])
  }

  @Test func disposalDisposesOfTheOtherStream() {
    let other = TrackedSource<Int>()
    let subscription = Observable<Int>.empty().ifEmpty(switchTo: other.observable).subscribe { _ in }
    expectEqual(other.subscribed.value, 1)
    subscription.dispose()
    expectEqual(other.disposed.value, 1)
  }
}
