import NetTesting
import Stream
import TestSupport
import Testing

/// What is due at the time of a tick, which comes first.
///
/// It was scheduled at the previous tick, before that was delivered. The results are those of RxSwift.
@Suite struct IntervalOrderTests {
  typealias Make = @Sendable (TestScheduler) -> Observable<Int>

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let events: [Recorded<Event<Int>>]
    let make: Make

    init(_ name: String, _ events: [Recorded<Event<Int>>], _ make: @escaping Make) {
      testDescription = name
      self.events = events
      self.make = make
    }
  }

  private static func ticks(_ scheduler: TestScheduler) -> Observable<Int> {
    .interval(.seconds(100), scheduler: scheduler)
  }

  private static func later(_ number: Int, _ scheduler: TestScheduler) -> Observable<Int> {
    Observable<Int>.timer(.seconds(100), scheduler: scheduler).map { _ in number }
  }

  static let cases = [
    Case("debounce", []) { ticks($0).debounce(.seconds(100), scheduler: $0) },
    Case("flatMapLatest", []) { scheduler in ticks(scheduler).flatMapLatest { later($0, scheduler) } },
    Case("flatMapLatest of four", [.next(700, 3), .completed(700)]) { scheduler in
      ticks(scheduler).take(4).flatMapLatest { later($0, scheduler) }
    },
    Case("flatMapFirst", [.next(400, 0), .next(600, 2)]) { scheduler in
      ticks(scheduler).flatMapFirst { later($0, scheduler) }
    },
    Case("timeout within flatMapLatest", []) { scheduler in
      ticks(scheduler).flatMapLatest { _ in
        Observable<Int>.never().timeout(.seconds(100), scheduler: scheduler)
      }
    },
    Case("withLatestFrom of itself, delayed", [.next(500, 0), .next(600, 1), .next(700, 2)]) { scheduler in
      let ticks = ticks(scheduler).share()
      return ticks.withLatestFrom(ticks.delay(.seconds(100), scheduler: scheduler))
    },
    Case("delay", [.next(400, 0), .next(500, 1), .next(600, 2), .next(700, 3)]) {
      ticks($0).delay(.seconds(100), scheduler: $0)
    },
    Case("a timer with a period", []) { scheduler in
      Observable<Int>.timer(.seconds(50), period: .seconds(100), scheduler: scheduler)
        .debounce(.seconds(100), scheduler: scheduler)
    },
  ]

  @Test(arguments: cases)
  func inVirtualTime(_ order: Case) {
    let scheduler = TestScheduler()
    expectEqual(scheduler.start(disposed: 750) { order.make(scheduler) }.events, order.events)
  }

  @Test(arguments: cases)
  func withTheTimingOfRxTest(_ order: Case) {
    let scheduler = TestScheduler(initialClock: 0)
    expectEqual(scheduler.start(disposed: 750) { order.make(scheduler) }.events, order.events)
  }
}
