import Dispatch
import Stream
import TestSupport
import Testing

/// Law 11: `concatMap` and `merge(maxConcurrent:)` start streams in order, and never more than the limit.
@Suite struct Law11_ConcurrencyLimit {
  @Test(arguments: [1, 2, 3])
  func streamsStartInOrderAndNeverExceedTheLimit(_ limit: Int) {
    let sources = (0..<5).map { _ in TrackedSource<Int>() }
    let probe = Probe<Int>()
    let subscription = Observable.from(sources.map(\.observable)).merge(maxConcurrent: limit)
      .subscribe(probe.on)
    for (number, source) in sources.enumerated() {
      let running = sources.filter { $0.subscribed.value == 1 && $0.disposed.value == 0 }.count
      expectEqual(running, min(limit, sources.count - number))
      expectEqual(source.subscribed.value, 1)
      source.onNext(number)
      source.onCompleted()
    }
    expectEqual(probe.elements, [0, 1, 2, 3, 4])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func concatMapRunsStreamsOneAfterTheOther() {
    let sources = (0..<3).map { _ in TrackedSource<Int>() }
    let subscription = Observable.from(0..<3).concatMap { sources[$0].observable }.subscribe { _ in }
    expectEqual(sources.map(\.subscribed.value), [1, 0, 0])
    sources[0].onCompleted()
    expectEqual(sources.map(\.subscribed.value), [1, 1, 0])
    subscription.dispose()
    sources[1].onCompleted()
    expectEqual(sources.map(\.subscribed.value), [1, 1, 0])
  }

  @Test func aSynchronousElementWaitsForItsTurn() {
    let first = TrackedSource<Int>()
    let probe = Probe<Int>()
    let subscription = Observable.from(0..<3)
      .concatMap { $0 == 0 ? first.observable : .just($0) }.subscribe(probe.on)
    first.onNext(0)
    expectEqual(probe.elements, [0])
    first.onCompleted()
    expectEqual(probe.elements, [0, 1, 2])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test(arguments: [1, 3])
  func streamsThatEndOnOtherThreadsNeverExceedTheLimit(_ limit: Int) {
    let running = Shared((now: 0, most: 0))
    let started = Log<Int>()
    let probe = Probe<Int>()
    let done = DispatchSemaphore(value: 0)
    let subscription = Observable.from(0..<300).map { number in
      Observable<Int>.create { observer in
        started.write(number)
        running.change { running in
          running.now += 1
          running.most = max(running.most, running.now)
        }
        DispatchQueue.global().async {
          running.change { $0.now -= 1 }
          observer.onNext(number)
          observer.onCompleted()
        }
        return Disposables.create()
      }
    }
    .merge(maxConcurrent: limit)
    .subscribe { event in
      probe.on(event)
      if event.isStopEvent { done.signal() }
    }
    expectEqual(done.wait(timeout: .patience), .success)
    #expect(running.value.most <= limit)
    expectEqual(probe.elements.sorted(), Array(0..<300))
    if limit == 1 { expectEqual(started.entries, Array(0..<300)) }
    subscription.dispose()
  }
}
