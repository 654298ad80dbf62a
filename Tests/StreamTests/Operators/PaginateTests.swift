import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct PaginateTests {
  private let probe = Probe<Int>()

  @Test func loadsOnePageAfterAnother() {
    let scheduler = TestScheduler()
    let result = scheduler.start { [scheduler] in
      Observable.paginate(first: Single.just(1).delay(.seconds(10), scheduler: scheduler)) { page in
        page < 3 ? Single.just(page + 1).delay(.seconds(10), scheduler: scheduler) : nil
      }
    }
    expectEqual(result.events, [.next(210, 1), .next(220, 2), .next(230, 3), .completed(230)])
  }

  @Test func loadsNoFurtherPageAfterTheSubscriptionEnds() {
    let asked = Count()
    _ = Observable.paginate(first: .just(1)) { page in
      asked.increment()
      return .just(page + 1)
    }.take(3).subscribe(probe.on)
    expectEqual(probe.elements, [1, 2, 3])
    expectEqual(asked.value, 2)
  }

  @Test func aFailureOfAPageEndsTheStream() {
    _ = Observable.paginate(first: .just(1)) { _ in .error(Boom()) }.subscribe(probe.on)
    expectEqual(probe.events, [.next(1), .error(Boom())])
  }

  @Test func aClosureThatThrowsEndsTheStream() {
    _ = Observable.paginate(first: .just(1)) { _ in throw Boom() }.subscribe(probe.on)
    expectEqual(probe.events, [.next(1), .error(Boom())])
  }
}
