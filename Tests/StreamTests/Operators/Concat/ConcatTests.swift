import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct ConcatTests {
  private let scheduler = TestScheduler()

  @Test func subscribesToTheSecondWhenTheFirstHasCompleted() {
    let first = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .completed(40)])
    let second = scheduler.createColdObservable([.next(10, 3), .completed(20)])
    let result = scheduler.start { first.concat(second) }
    expectEqual(result.events, [.next(210, 1), .next(220, 2), .next(250, 3), .completed(260)])
    expectEqual(first.subscriptions, [Subscription(200, 240)])
    expectEqual(second.subscriptions, [Subscription(240, 260)])
  }

  @Test func anErrorOfTheFirstEndsTheStream() {
    let first = scheduler.createHotObservable([.next(210, 1), .error(230, Boom(), Int.self)])
    let second = scheduler.createHotObservable([.next(240, 3), .completed(250)])
    let result = scheduler.start { first.concat(second) }
    expectEqual(result.events, [.next(210, 1), .error(230, Boom())])
    expectTrue(second.subscriptions.isEmpty)
  }

  @Test func aSingleIsFollowedAsAnObservableAndFollowsOne() {
    let result = scheduler.start {
      Single.just(1).asObservable().concat(Single.just(2)).concat(Single<Int>.error(Boom()))
    }
    expectEqual(result.events, [.next(200, 1), .next(200, 2), .error(200, Boom())])
  }

  @Test func disposalDisposesOfTheRunningStream() {
    let first = scheduler.createColdObservable([.next(10, 1), .completed(40)])
    let second = scheduler.createColdObservable([.next(10, 3), .completed(200)])
    let result = scheduler.start(disposed: 300) { first.concat(second) }
    expectEqual(result.events, [.next(210, 1), .next(250, 3)])
    expectEqual(second.subscriptions, [Subscription(240, 300)])
  }

  @Test func aSequenceRunsInOrder() {
    let first = scheduler.createColdObservable([.next(10, 1), .completed(20)])
    let second = scheduler.createColdObservable([.next(10, 2), .completed(20)])
    let third = scheduler.createColdObservable([.next(10, 3), .completed(20)])
    let result = scheduler.start {
      Observable.concat(first.asObservable(), second.asObservable(), third.asObservable())
    }
    expectEqual(result.events, [.next(210, 1), .next(230, 2), .next(250, 3), .completed(260)])
    expectEqual(first.subscriptions, [Subscription(200, 220)])
    expectEqual(second.subscriptions, [Subscription(220, 240)])
    expectEqual(third.subscriptions, [Subscription(240, 260)])
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
    expectEqual(log.entries, [1, 2])
    expectEqual(probe.elements, [1])
    #expect(probe.error is Boom)
  }

  @Test func streamsOfDifferentTypesRunInOrder() {
    let subject = PublishSubject<Int>()
    let (several, array) = (Probe<Int>(), Probe<Int>())
    _ = Observable.concat(Single.just(1), subject, Observable.just(3)).subscribe(several.on)
    _ = Observable.concat([subject, BehaviorSubject(value: 4)]).subscribe(array.on)
    subject.onNext(2)
    expectEqual(several.elements, [1, 2])
    subject.onCompleted()
    expectEqual(several.elements, [1, 2, 3])
    expectTrue(several.isCompleted)
    expectEqual(array.elements, [2, 4])
  }

  @Test func concatOfNoStreamsCompletes() {
    let probe = Probe<Int>()
    _ = Observable<Int>.concat([Observable<Int>]()).subscribe(probe.on)
    expectTrue(probe.elements.isEmpty)
    expectTrue(probe.isCompleted)
  }

  @Test func aSequenceIsReadAsStreamsComplete() {
    let read = Count()
    let probe = Probe<Int>()
    _ = Observable.concat(Endless(read: read)).take(3).subscribe(probe.on)
    expectEqual(probe.elements, [1, 2, 3])
    #expect(read.value <= 4)
  }

  @Test func aCollectionIsReadAsStreamsComplete() {
    let read = Count()
    let probe = Probe<Int>()
    let subject = PublishSubject<Int>()
    let streams = Streams(count: 3) { number in
      read.increment()
      return number == 1 ? subject.asObservable() : Observable.just(number)
    }
    _ = Observable.concat(streams).subscribe(probe.on)
    expectEqual(probe.elements, [0])
    expectEqual(read.value, 2)
    subject.onCompleted()
    expectEqual(probe.events, [.next(0), .next(2), .completed])
  }

  @Test func sequencesWithinASequenceRunInOrder() {
    let probe = Probe<Int>()
    let inner = Observable.concat(.of(2, 3), .concat(.empty(), .just(4)), .concat([Observable<Int>]()))
    _ = Observable.concat(.just(1), inner, .deferred { .concat(.just(5), .just(6)) }, .just(7)).subscribe(
      probe.on)
    expectEqual(
      probe.events, [.next(1), .next(2), .next(3), .next(4), .next(5), .next(6), .next(7), .completed])
  }

  @Test func anErrorInASequenceWithinASequenceEndsTheStream() {
    let probe = Probe<Int>()
    let inner = Observable.concat(.just(2), .error(Boom()), .just(3))
    _ = Observable.concat(.just(1), inner, .just(4)).subscribe(probe.on)
    expectEqual(probe.events, [.next(1), .next(2), .error(Boom())])
  }

  @Test func disposalDisposesOfTheStreamThatRunsInASequenceWithinASequence() {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    let inner = Observable.concat(.just(2), source.observable, .just(3))
    let subscription = Observable.concat(.just(1), inner, .just(4)).subscribe(probe.on)
    subscription.dispose()
    source.onCompleted()
    expectEqual(source.disposed.value, 1)
    expectEqual(probe.events, [.next(1), .next(2)])
  }

  @Test func streamsFromASourceRunOneAfterTheOther() {
    let first = scheduler.createColdObservable([.next(30, 1), .completed(50)])
    let second = scheduler.createColdObservable([.next(30, 2), .completed(50)])
    let source = scheduler.createHotObservable([
      .next(210, first.asObservable()), .next(220, second.asObservable()), .completed(230),
    ])
    let result = scheduler.start { source.concat() }
    expectEqual(result.events, [.next(240, 1), .next(290, 2), .completed(310)])
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

/// A collection that makes its streams when it is asked for them.
private struct Streams: Collection, Sendable {
  let count: Int
  let make: @Sendable (Int) -> Observable<Int>

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> Observable<Int> { make(position) }

  func index(after position: Int) -> Int { position + 1 }
}
