import NetTesting
import Stream
import TestSupport
import Testing

/// Law 15: `debounce` sends the pending element at completion, `throttle(latest:)` behaves like RxSwift's,
/// and ties at a deadline are defined.
@Suite struct Law15_DebounceThrottle {
  private let scheduler = TestScheduler()

  @Test func debounceSendsThePendingElementAtCompletion() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
    let result = scheduler.start { [scheduler] in
      source.debounce(.seconds(50), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(230, 2), .completed(230)])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func anElementThatWasScheduledBeforeTheDeadlineRestartsDebounce() {
    // A hot source schedules its events before the debounce sets its deadline.
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(400)])
    let result = scheduler.start { [scheduler] in
      source.debounce(.seconds(10), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(230, 2), .completed(400)])
  }

  @Test func aDeadlineThatWasScheduledBeforeTheElementSendsThePreviousOne() {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    let subscription = source.observable.debounce(.seconds(10), scheduler: scheduler)
      .subscribe(probe.on)
    source.onNext(1)
    scheduler.schedule(after: .seconds(10)) { source.onNext(2) }
    scheduler.advance(by: 10)
    expectEqual(probe.elements, [1])
    subscription.dispose()
  }

  @Test func throttleReplacesThePendingElementAtTheEndOfTheInterval() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(250, 2), .next(310, 3)])
    let result = scheduler.start { [scheduler] in
      source.throttle(.seconds(100), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(210, 1), .next(310, 3)])
  }

  @Test func throttleSendsTheLatestElementBeforeAnEarlierCompletion() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
    let result = scheduler.start { [scheduler] in
      source.throttle(.seconds(100), latest: true, scheduler: scheduler)
    }
    expectEqual(result.events, [.next(210, 1), .next(310, 2), .completed(310)])
  }

  @Test func throttleWithoutLatestCompletesAtOnce() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
    let result = scheduler.start { [scheduler] in
      source.throttle(.seconds(100), latest: false, scheduler: scheduler)
    }
    expectEqual(result.events, [.next(210, 1), .completed(230)])
  }
}
