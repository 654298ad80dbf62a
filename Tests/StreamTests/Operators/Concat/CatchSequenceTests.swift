import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct CatchSequenceTests {
  private let scheduler = TestScheduler()

  @Test func continuesAfterEachError() {
    let first = scheduler.createColdObservable([.next(10, 1), .error(20, Boom(), Int.self)])
    let second = scheduler.createColdObservable([.next(10, 2), .completed(20)])
    let third = scheduler.createColdObservable([.next(10, 3), .completed(20)])
    let result = scheduler.start {
      Observable.catch(sequence: [
        first.asObservable(), second.asObservable(), third.asObservable(),
      ])
    }
    expectEqual(result.events, [.next(210, 1), .next(230, 2), .completed(240)])
    expectEqual(first.subscriptions, [Subscription(200, 220)])
    expectEqual(second.subscriptions, [Subscription(220, 240)])
    expectTrue(third.subscriptions.isEmpty)
  }

  @Test func theLastErrorFailsTheStream() {
    let probe = Probe<Int>()
    _ = Observable<Int>.catch(sequence: [.error(Boom(number: 1)), .error(Boom(number: 2))])
      .subscribe(probe.on)
    expectEqual(probe.error as? Boom, Boom(number: 2))
    expectEqual(probe.endCount, 1)
  }

  @Test func anEmptySequenceWithinAnotherCompletesTheStream() {
    let probe = Probe<Int>()
    let nothing = Observable<Int>.catch(sequence: [])
    _ = Observable.catch(sequence: [.error(Boom()), nothing, .just(1)]).subscribe(probe.on)
    expectEqual(probe.events.count, 1)
    expectTrue(probe.isCompleted)
  }

  @Test func theLastErrorOfASequenceWithinAnotherIsFollowedByTheNextStream() {
    let probe = Probe<Int>()
    let failing = Observable<Int>.catch(sequence: [.error(Boom(number: 1)), .error(Boom(number: 2))])
    _ = Observable.catch(sequence: [failing, .just(1), .just(2)]).subscribe(probe.on)
    expectEqual(probe.events, [.next(1), .completed])
  }

  @Test func aSequenceThatCompletesWithinAnotherCompletesTheStream() {
    let probe = Probe<Int>()
    let numbers = Observable.catch(sequence: [.error(Boom()), .just(1), .just(2)])
    _ = Observable.catch(sequence: [numbers, .just(3)]).subscribe(probe.on)
    expectEqual(probe.events, [.next(1), .completed])
  }

  @Test func theErrorOfTheLastSequenceWithinAnotherFailsTheStream() {
    let probe = Probe<Int>()
    let failing = Observable<Int>.catch(sequence: [.error(Boom(number: 2)), .error(Boom(number: 3))])
    _ = Observable.catch(sequence: [.error(Boom(number: 1)), failing]).subscribe(probe.on)
    expectEqual(probe.events, [.error(Boom(number: 3))])
  }

  @Test func anEmptySequenceCompletes() {
    let probe = Probe<Int>()
    _ = Observable<Int>.catch(sequence: []).subscribe(probe.on)
    expectTrue(probe.isCompleted)
  }
}
