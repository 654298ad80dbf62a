import Dispatch
import Stream
import TestSupport
import Testing

/// Law 1: `next* (error | completed)?`, one event at a time; nothing after the end; nothing after `dispose()`
/// has returned on the same thread.
@Suite struct Law01_Grammar {
  @Test func nothingFollowsCompletion() {
    let probe = Probe<Int>()
    let observable = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      observer.onNext(2)
      observer.onError(Boom())
      observer.onCompleted()
      return Disposables.create()
    }
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
    expectEqual(probe.events.count, 2)
  }

  @Test func nothingFollowsAnError() {
    let probe = Probe<Int>()
    let subject = PublishSubject<Int>()
    _ = subject.subscribe(probe.on)
    subject.onError(Boom())
    subject.onNext(1)
    subject.onCompleted()
    #expect(probe.error is Boom)
    expectEqual(probe.events.count, 1)
  }

  @Test func nothingFollowsDisposal() {
    let probe = Probe<Int>()
    let source = TrackedSource<Int>()
    let subscription = source.observable.subscribe(probe.on)
    source.onNext(1)
    subscription.dispose()
    source.onNext(2)
    source.onCompleted()
    expectEqual(probe.elements, [1])
    expectEqual(probe.endCount, 0)
  }

  @Test func onDisposedRunsOnceAfterTheEndAndOnceAtDisposal() {
    let log = Log<String>()
    let source = TrackedSource<Int>()
    let first = source.observable.subscribe(
      onCompleted: { log.write("completed") }, onDisposed: { log.write("disposed") })
    source.onCompleted()
    first.dispose()
    expectEqual(log.entries, ["completed", "disposed"])

    let second = source.observable.subscribe(
      onCompleted: { log.write("never") }, onDisposed: { log.write("disposed again") })
    second.dispose()
    second.dispose()
    expectEqual(log.entries, ["completed", "disposed", "disposed again"])
  }

  @Test(arguments: Entrance.allCases)
  func eventsOfTwoThreadsAreSerialized(_ entrance: Entrance) {
    let (observable, send) = entrance.make()
    let inside = Count()
    let overlaps = Count()
    let probe = Probe<Int>()
    let subscription = observable.subscribe(onNext: { element in
      // A second thread that entered meanwhile would find the number changed.
      let mine = inside.increment()
      probe.on(.next(element))
      if inside.value != mine { overlaps.increment() }
    })
    race(2) { thread in
      for number in 0..<2_000 { send(thread * 10_000 + number) }
    }
    subscription.dispose()
    expectEqual(overlaps.value, 0)
    expectEqual(probe.elements.count, 4_000)
    let first = probe.elements.filter { $0 < 10_000 }
    expectEqual(first, first.sorted())
  }

  @Test(arguments: Entrance.allCases)
  func sendingFromInsideADeliveryKeepsTheOrder(_ entrance: Entrance) {
    let (observable, send) = entrance.make()
    let log = Log<String>()
    let subscription = observable.subscribe(onNext: { element in
      log.write("in \(element)")
      if element < 2 { send(element + 1) }
      log.write("out \(element)")
    })
    send(0)
    subscription.dispose()
    expectEqual(log.entries, ["in 0", "out 0", "in 1", "out 1", "in 2", "out 2"])
  }
}

/// An entrance that accepts events from several threads.
enum Entrance: CaseIterable {
  case create
  case subject
  case merge

  func make() -> (Observable<Int>, @Sendable (Int) -> Void) {
    switch self {
    case .create:
      let source = TrackedSource<Int>()
      return (source.observable, { source.onNext($0) })
    case .subject:
      let subject = PublishSubject<Int>()
      return (subject.asObservable(), { subject.onNext($0) })
    case .merge:
      let (even, odd) = (PublishSubject<Int>(), PublishSubject<Int>())
      return (
        Observable.merge(even.asObservable(), odd.asObservable()),
        { ($0 < 10_000 ? even : odd).onNext($0) }
      )
    }
  }
}
