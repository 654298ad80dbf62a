import Stream
import TestSupport
import Testing

/// Law 4: the work of a single is not started for a subscription that is over.
@Suite struct Law04_LateSingle {
  private let started = Count()
  private let first = TrackedSingle<Int>()
  private let probe = Probe<Int>()
  private let subscription = SerialDisposable()

  /// A single that counts how often its work is started, in three ways to make one.
  private var works: [Single<Int>] {
    let started = started
    return [
      .create { report in
        started.increment()
        report(.success(1))
        return Disposables.create()
      },
      .deferred {
        started.increment()
        return .just(1)
      },
      Single.just(1).map { started.increment() + $0 },
    ]
  }

  @Test func zipStartsNoSingleAfterAFailure() {
    for work in works {
      _ = Single.zip([first.single, .error(Boom()), work]).catchAndReturn([]).subscribe()
    }
    expectEqual(started.value, 0)
  }

  @Test func mergeStartsNoSingleAfterTheEnd() {
    for work in works {
      _ = Observable.merge(.just(1), work.asObservable()).take(1).subscribe(probe.on)
    }
    expectEqual(started.value, 0)
    expectEqual(probe.endCount, 3)
  }

  @Test func flatMapStartsNoSingleIfItsClosureDisposes() {
    for work in works {
      let (subscription, first) = (subscription, first)
      subscription.disposable = first.single.flatMap { _ in
        subscription.disposable = Disposables.create()
        return work
      }.subscribe(probe.onResult)
      first.succeed(1)
    }
    expectEqual(started.value, 0)
    expectTrue(probe.events.isEmpty)
  }

  @Test func catchStartsNoSingleIfItsClosureDisposes() {
    for work in works {
      let (subscription, first) = (subscription, first)
      subscription.disposable = first.single.catch { _ in
        subscription.disposable = Disposables.create()
        return work
      }.subscribe(probe.onResult)
      first.fail(Boom())
    }
    expectEqual(started.value, 0)
    expectTrue(probe.events.isEmpty)
  }

  @Test func aSingleThatIsReadyStartsNoOtherIfItsClosureDisposes() {
    for work in works {
      let (subscription, first) = (subscription, first)
      // The second of the singles in a row is ready, so its closure runs while it is being started.
      subscription.disposable = first.single.asObservable().flatMap { _ in
        Single.just(2).flatMap { _ in
          subscription.disposable = Disposables.create()
          return work
        }
      }.subscribe(probe.on)
      first.succeed(1)
    }
    expectEqual(started.value, 0)
    expectTrue(probe.events.isEmpty)
  }
}
