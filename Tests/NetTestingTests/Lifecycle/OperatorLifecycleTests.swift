import Net
import TestSupport
import Testing

@testable import NetTesting
@testable import Stream

/// Each broken operator must be caught by the law that it breaks.
@Suite struct BrokenOperatorTests {
  /// Runs the checks in virtual time only, because a broken operator would also fail every race.
  private let options = OperatorLifecycle.Options(races: 0)

  @Test func anOperatorThatSubscribesTwiceFails() {
    let messages = failures {
      OperatorLifecycle.check(options) { source in Observable.merge(source, source) }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "the source is subscribed to once" at the completion: it has subscribed to \
        the source 2 times
        """
      ])
  }

  @Test func anOperatorThatDoesNotSubscribeFails() {
    let messages = failures { OperatorLifecycle.check(options) { _ in Observable<Int>.just(1) } }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "the source is subscribed to once" at the completion: it has not \
        subscribed to the source
        """,
        """
        the operator breaks the law "the error is passed on" at the error: the completion came at \
        200 s
        """,
      ])
  }

  @Test func anOperatorThatDoesNotDisposeOfItsSourceFails() {
    let messages = failures {
      OperatorLifecycle.check(.init(stopsProducer: false, races: 0)) { source in
        Observable<Int>.create { observer in
          _ = source.subscribe { observer.on($0) }
          return Disposables.create()
        }
      }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "the source is disposed of once, in time" at disposal: the \
        source, subscribed to at 200 s, was to be disposed of at 235 s, and never was
        """,
        """
        the operator breaks the law "what has ended is released" at disposal: still in memory: what \
        the source captured
        """,
      ])
  }

  @Test func anOperatorThatDoesNotDisposeOfItsSourceFailsInARace() {
    let messages = failures {
      OperatorLifecycle.check(.init(stopsProducer: false, races: 1)) { source in
        Observable<Int>.create { observer in
          _ = source.subscribe { observer.on($0) }
          return Disposables.create()
        }
      }
    }
    expectEqual(
      messages.suffix(1),
      [
        """
        the operator breaks the law "disposal from another thread is safe" in race 1: the source, \
        subscribed to at 0 s, was to be disposed of at 0 s, and never was
        """
      ])
  }

  @Test func anOperatorThatRetainsItselfFails() {
    let messages = failures {
      OperatorLifecycle.check(options) { source in
        let knot = Knot()
        knot.tie(source)
        return source.do(onNext: { _ in knot.touch() })
      }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "what has ended is released" at the completion: still in memory: \
        what the source captured
        """
      ])
  }

  @Test func anOperatorThatKeepsElementsInMemoryFails() {
    let kept = Captured<LifecycleElement>()
    let messages = failures {
      OperatorLifecycle.checkElements(options) { source in source.do(onNext: { kept.set($0) }) }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "what has ended is released" at the completion: still in memory: \
        3 of 3 elements
        """
      ])
  }

  @Test func anOperatorThatSendsAfterTheEndFails() {
    let messages = failures {
      OperatorLifecycle.check(options) { source in
        Observable<Int>(run: { sink in
          source.run(
            Sink(
              slot: sink.slot, next: { _, element in sink.next(element) },
              end: { ending in
                sink.end(ending)
                _ = sink.next(0)
              }))
        })
      }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "nothing comes after the end" at the completion: an element came \
        at 240 s
        """
      ])
  }

  @Test func anOperatorThatSendsAfterDisposalFails() {
    let messages = failures {
      OperatorLifecycle.check(options) { source in
        Observable<Int>(run: { sink in
          source.run(
            Sink(
              slot: Slot(),
              next: { _, element in
                _ = sink.next(element)
                return true
              }, end: sink.end))
        })
      }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "nothing comes after disposal" at disposal: an element came at \
        235 s
        """,
        """
        the operator breaks the law "the source is disposed of once, in time" at disposal: the \
        source, subscribed to at 200 s, was to be disposed of at 235 s, and never was
        """,
        """
        the operator breaks the law "what has ended is released" at disposal: still in memory: what \
        the source captured, what the observer captured
        """,
        """
        the operator breaks the law "a producer stops when nobody listens" while it is being \
        subscribed to: the source has sent 999 elements after the only one that was taken
        """,
      ])
  }

  @Test func anOperatorThatSwallowsTheCompletionFails() {
    let messages = failures {
      OperatorLifecycle.check(options) { source in Observable.merge(source, .never()) }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "the completion is passed on" at the completion: no end has come \
        by 240 s
        """
      ])
  }

  @Test func anOperatorThatSwallowsTheErrorFails() {
    let messages = failures { OperatorLifecycle.check(options) { source in source.catchAndReturn(0) } }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "the error is passed on" at the error: the completion came at \
        240 s
        """
      ])
  }

  @Test func anOperatorThatCompletesLateFails() {
    let messages = failures {
      OperatorLifecycle.check(options) { source, scheduler in
        source.concatMap { element in
          Observable<Int>.create { observer in
            scheduler.schedule(after: .seconds(30)) {
              observer.onNext(element)
              observer.onCompleted()
            }
          }
        }
      }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "the completion is passed on" at the completion: no end has come \
        by 240 s
        """
      ])
  }

  @Test func aCorrectHandwrittenOperatorPasses() {
    OperatorLifecycle.check(.init(stopsProducer: false)) { source in
      Observable<Int>.create { observer in source.subscribe { observer.on($0) } }
    }
  }

  @Test func anOperatorThatDelaysPassesWithMayDelay() {
    OperatorLifecycle.check(.init(mayDelay: true, races: 0)) { source, scheduler in
      source.concatMap { Observable.just($0).timeout(.seconds(60), scheduler: scheduler) }
    }
  }

  @Test func theFailureIsReportedAtTheCallersLine() {
    let collected = CollectedFailures()
    let line: UInt = #line + 2
    collected.collect {
      OperatorLifecycle.check(options) { source in source.catchAndReturn(0) }
    }
    expectEqual(collected.places.map(\.description), ["OperatorLifecycleTests.swift:\(line)"])
  }

  @Test func overlappingEventsAreDetected() {
    let log = LifecycleLog(scheduler: TestScheduler())
    log.delivering {}
    log.delivering {}
    expectEqual(log.overlaps, 0)
    log.delivering { log.delivering {} }
    expectEqual(log.overlaps, 1)
  }

  @Test func anOperatorThatDoesNotStopItsProducerFails() {
    let messages = failures {
      OperatorLifecycle.check(options) { source in
        Observable<Int>.create { observer in source.subscribe { observer.on($0) } }
      }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "a producer stops when nobody listens" while it is being \
        subscribed to: the source has sent 999 elements after the only one that was taken
        """
      ])
  }

  @Test func anOperatorThatDoesNotDisposeOfItsSingleFails() {
    let messages = failures {
      OperatorLifecycle.checkSingle(.init(elements: [1], races: 0)) { source in
        Single<Int>.create { single in
          _ = source.subscribe(onSuccess: { single(.success($0)) })
          return Disposables.create()
        }
      }
    }
    expectEqual(
      messages,
      [
        """
        the operator breaks the law "the source is disposed of once, in time" at disposal: the \
        source, subscribed to at 200 s, was to be disposed of at 215 s, and never was
        """,
        """
        the operator breaks the law "the error is passed on" at the error: no end has come by 220 s
        """,
        """
        the operator breaks the law "what has ended is released" at disposal: still in memory: what \
        the source captured
        """,
      ])
  }
}

/// Keeps itself and the observable in memory.
private final class Knot: Sendable {
  private let tied = Net.Lock<(knot: Knot, source: Observable<Int>)?>(nil)

  func tie(_ source: Observable<Int>) { tied.withLock { $0 = (self, source) } }

  func touch() {}
}
