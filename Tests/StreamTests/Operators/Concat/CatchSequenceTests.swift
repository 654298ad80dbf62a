import NetTesting
import Stream
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
    #expect(result.events == [.next(210, 1), .next(230, 2), .completed(240)])
    #expect(first.subscriptions == [Subscription(200, 220)])
    #expect(second.subscriptions == [Subscription(220, 240)])
    #expect(third.subscriptions.isEmpty)
  }

  @Test func theLastErrorFailsTheStream() {
    let probe = Probe<Int>()
    _ = Observable<Int>.catch(sequence: [.error(Boom(number: 1)), .error(Boom(number: 2))])
      .subscribe(probe.on)
    #expect(probe.error as? Boom == Boom(number: 2))
    #expect(probe.endCount == 1)
  }

  @Test func anEmptySequenceCompletes() {
    let probe = Probe<Int>()
    _ = Observable<Int>.catch(sequence: []).subscribe(probe.on)
    #expect(probe.isCompleted)
  }
}
