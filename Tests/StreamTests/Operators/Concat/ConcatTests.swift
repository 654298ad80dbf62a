import NetTesting
import Stream
import Testing

@Suite struct ConcatTests {
  private let scheduler = TestScheduler()

  @Test func subscribesToTheSecondWhenTheFirstHasCompleted() {
    let first = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .completed(40)])
    let second = scheduler.createColdObservable([.next(10, 3), .completed(20)])
    let result = scheduler.start { first.concat(second) }
    #expect(result.events == [.next(210, 1), .next(220, 2), .next(250, 3), .completed(260)])
    #expect(first.subscriptions == [Subscription(200, 240)])
    #expect(second.subscriptions == [Subscription(240, 260)])
  }

  @Test func anErrorOfTheFirstEndsTheStream() {
    let first = scheduler.createHotObservable([.next(210, 1), .error(230, Boom(), Int.self)])
    let second = scheduler.createHotObservable([.next(240, 3), .completed(250)])
    let result = scheduler.start { first.concat(second) }
    #expect(result.events == [.next(210, 1), .error(230, Boom())])
    #expect(second.subscriptions.isEmpty)
  }

  @Test func disposalDisposesOfTheRunningStream() {
    let first = scheduler.createColdObservable([.next(10, 1), .completed(40)])
    let second = scheduler.createColdObservable([.next(10, 3), .completed(200)])
    let result = scheduler.start(disposed: 300) { first.concat(second) }
    #expect(result.events == [.next(210, 1), .next(250, 3)])
    #expect(second.subscriptions == [Subscription(240, 300)])
  }

  @Test func aSequenceRunsInOrder() {
    let first = scheduler.createColdObservable([.next(10, 1), .completed(20)])
    let second = scheduler.createColdObservable([.next(10, 2), .completed(20)])
    let third = scheduler.createColdObservable([.next(10, 3), .completed(20)])
    let result = scheduler.start {
      Observable.concat(first.asObservable(), second.asObservable(), third.asObservable())
    }
    #expect(
      result.events == [.next(210, 1), .next(230, 2), .next(250, 3), .completed(260)])
    #expect(first.subscriptions == [Subscription(200, 220)])
    #expect(second.subscriptions == [Subscription(220, 240)])
    #expect(third.subscriptions == [Subscription(240, 260)])
  }

  @Test func anErrorInASequenceEndsTheStream() {
    let log = Log<Int>()
    let probe = Probe<Int>()
    _ = Observable.concat(
      [1, 2, 3].map { number in
        Observable<Int>.deferred {
          log.write(number)
          return number == 2 ? .error(Boom()) : .just(number)
        }
      }
    ).subscribe(probe.on)
    #expect(log.entries == [1, 2])
    #expect(probe.elements == [1])
    #expect(probe.error is Boom)
  }

  @Test func concatOfNoStreamsCompletes() {
    let probe = Probe<Int>()
    _ = Observable<Int>.concat([Observable<Int>]()).subscribe(probe.on)
    #expect(probe.elements.isEmpty)
    #expect(probe.isCompleted)
  }

  @Test func aSequenceIsReadAsStreamsComplete() {
    let read = Count()
    let probe = Probe<Int>()
    _ = Observable.concat(Endless(read: read)).take(3).subscribe(probe.on)
    #expect(probe.elements == [1, 2, 3])
    #expect(read.value <= 4)
  }

  @Test func streamsFromASourceRunOneAfterTheOther() {
    let first = scheduler.createColdObservable([.next(30, 1), .completed(50)])
    let second = scheduler.createColdObservable([.next(30, 2), .completed(50)])
    let source = scheduler.createHotObservable([
      .next(210, first.asObservable()), .next(220, second.asObservable()), .completed(230),
    ])
    let result = scheduler.start { source.concat() }
    #expect(result.events == [.next(240, 1), .next(290, 2), .completed(310)])
  }
}

/// Streams of one number each: 1, 2, and so on.
private struct Endless: Sequence, Sendable {
  let read: Count

  func makeIterator() -> AnyIterator<Observable<Int>> {
    let read = read
    return AnyIterator { Observable.just(read.increment()) }
  }
}
