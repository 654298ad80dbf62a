import Dispatch
import Stream
import TestSupport
import Testing

/// Law 3: only the first result counts; the disposer runs once; disposing suppresses late results.
@Suite struct Law03_SingleCreate {
  @Test func laterResultsAreIgnored() {
    let probe = Probe<Int>()
    let single = Single<Int>.create { observer in
      observer(.success(1))
      observer(.success(2))
      observer(.failure(Boom()))
      return Disposables.create()
    }
    _ = single.subscribe(probe.onResult)
    expectEqual(probe.elements, [1])
    expectEqual(probe.events.count, 1)
  }

  @Test func laterResultsAreIgnoredWhenTheFirstIsAsynchronous() {
    let probe = Probe<Int>()
    let source = TrackedSingle<Int>()
    let subscription = source.single.subscribe(probe.onResult)
    source.fail(Boom())
    source.succeed(1)
    expectEqual(probe.events.count, 1)
    #expect(probe.error is Boom)
    subscription.dispose()
  }

  @Test func theDisposerRunsOnceWhenTheResultIsSynchronous() {
    let disposed = Count()
    let single = Single<Int>.create { observer in
      observer(.success(1))
      return Disposables.create { disposed.increment() }
    }
    single.subscribe { _ in }.dispose()
    expectEqual(disposed.value, 1)
  }

  @Test func theDisposerRunsOnceWhenTheResultIsAsynchronous() {
    let source = TrackedSingle<Int>()
    let subscription = source.single.subscribe { _ in }
    expectEqual(source.disposed.value, 0)
    source.succeed(1)
    source.succeed(2)
    subscription.dispose()
    expectEqual(source.disposed.value, 1)
  }

  @Test func disposingSuppressesALateResult() {
    let probe = Probe<Int>()
    let source = TrackedSingle<Int>()
    let subscription = source.single.subscribe(probe.onResult)
    subscription.dispose()
    expectEqual(source.disposed.value, 1)
    source.succeed(1)
    source.fail(Boom())
    expectTrue(probe.events.isEmpty)
    expectEqual(source.disposed.value, 1)
  }

  @Test func capturesAreReleasedWhileTheProducerLives() {
    let source = TrackedSingle<Int>()
    weak var captured: Token?
    let subscription: any Disposable
    do {
      let token = Token()
      captured = token
      subscription = source.single.subscribe { _ in withExtendedLifetime(token) {} }
    }
    expectNotNil(captured)
    subscription.dispose()
    expectNil(captured)
  }

  @Test func aRaceOfResultAndDisposalHasOneOutcome() {
    for _ in 0..<500 {
      let probe = Probe<Int>()
      let source = TrackedSingle<Int>()
      let subscription = source.single.subscribe(probe.onResult)
      race(3) { thread in
        switch thread {
        case 0: source.succeed(1)
        case 1: source.fail(Boom())
        default: subscription.dispose()
        }
      }
      #expect(probe.events.count <= 1)
      expectEqual(source.disposed.value, 1)
    }
  }

  @Test func aResultThatRacesWithTheSubscriptionIsDelivered() {
    for number in 0..<500 {
      let probe = Probe<Int>()
      let done = DispatchSemaphore(value: 0)
      let subscription = Single<Int>.create { observer in
        DispatchQueue.global().async { observer(.success(number)) }
        return Disposables.create()
      }.subscribe(onSuccess: { element in
        probe.on(.next(element))
        done.signal()
      })
      expectEqual(done.wait(timeout: .patience), .success)
      expectEqual(probe.elements, [number])
      withExtendedLifetime(subscription) {}
    }
  }
}
