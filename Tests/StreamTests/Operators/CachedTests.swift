import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct CachedTests {
  private let scheduler = TestScheduler()
  private let source = TrackedSingle<Int>()
  private let first = Probe<Int>()
  private let second = Probe<Int>()

  @Test func concurrentSubscribersShareTheWork() {
    let cached = source.single.cached()
    _ = cached.subscribe(first.onResult)
    _ = cached.subscribe(second.onResult)
    source.succeed(1)
    expectEqual(source.subscribed.value, 1)
    expectEqual(source.disposed.value, 1)
    expectEqual(first.events, [.next(1)])
    expectEqual(second.events, [.next(1)])
  }

  @Test func theResultIsNotKept() {
    let cached = source.single.cached()
    _ = cached.subscribe(first.onResult)
    source.fail(Boom())
    _ = cached.subscribe(second.onResult)
    source.succeed(2)
    expectEqual(source.subscribed.value, 2)
    expectEqual(first.events, [.error(Boom())])
    expectEqual(second.events, [.next(2)])
  }

  @Test func aSubscriberInsideTheDeliveryStartsTheWorkAgain() {
    let cached = source.single.cached()
    let again = Probe<Int>()
    let bag = DisposeBag()
    cached.subscribe(onSuccess: { [first] number in
      first.on(.next(number))
      cached.subscribe(again.onResult).disposed(by: bag)
    }).disposed(by: bag)
    cached.subscribe(second.onResult).disposed(by: bag)
    source.succeed(1)
    expectEqual(second.elements, [1])
    expectTrue(again.events.isEmpty)
    expectEqual(source.subscribed.value, 2)
    source.succeed(2)
    expectEqual(again.elements, [2])
  }

  @Test func theWorkIsDisposedOfWhenAllSubscribersLeave() {
    let cached = source.single.cached()
    let subscriptions = [cached.subscribe(first.onResult), cached.subscribe(second.onResult)]
    subscriptions[0].dispose()
    expectEqual(source.disposed.value, 0)
    subscriptions[1].dispose()
    expectEqual(source.disposed.value, 1)
  }

  @Test func aSuccessIsKeptForItsLifetime() {
    let cached = source.single.cached(for: .seconds(10), scheduler: scheduler)
    _ = cached.subscribe(first.onResult)
    source.succeed(1)
    for seconds in [4, 5] {
      scheduler.advance(by: seconds)
      _ = cached.subscribe(second.onResult)
    }
    expectEqual(second.elements, [1, 1])
    expectEqual(source.subscribed.value, 1)
    scheduler.advance(by: 1)
    _ = cached.subscribe(second.onResult)
    expectEqual(source.subscribed.value, 2)
    source.succeed(2)
    expectEqual(second.elements, [1, 1, 2])
  }

  @Test func aSuccessIsReleasedByTheNextSubscriberAfterItsLifetime() {
    let source = TrackedSingle<Token>()
    let cached = source.single.cached(for: .seconds(10), scheduler: scheduler)
    weak var success: Token?
    _ = cached.subscribe()
    do {
      let token = Token()
      success = token
      source.succeed(token)
    }
    scheduler.advance(by: 10)
    expectNotNil(success)
    let waiting = cached.subscribe()
    expectNil(success)
    waiting.dispose()
  }

  @Test func aFailureIsNotKept() {
    let cached = source.single.cached(for: .seconds(10), scheduler: scheduler)
    _ = cached.subscribe(first.onResult)
    source.fail(Boom())
    _ = cached.subscribe(second.onResult)
    expectEqual(source.subscribed.value, 2)
    source.succeed(2)
    expectEqual(second.elements, [2])
  }

  @Test func aSubscriberThatHasJustJoinedWhenTheResultArrivesReceivesIt() {
    let cached = source.single.cached()
    _ = cached.subscribe(first.onResult)
    let earlier = Captured<AnyObserver<Int>>()
    // `ifEmpty` disposes of it when the single has taken its place in the subscription, but does not receive anything
    // yet. `concat` does so earlier.
    let handingOver = Observable<Int>.create { [source] observer in
      earlier.set(observer)
      return Disposables.create { source.succeed(1) }
    }
    _ = handingOver.ifEmpty(switchTo: cached.asObservable()).subscribe(second.on)
    earlier.value?.onCompleted()
    expectEqual(first.events, [.next(1)])
    expectEqual(second.events, [.next(1), .completed])
    expectEqual(source.subscribed.value, 1)
  }

  @Test func aSubscriberThatJoinsWhileTheWorkSucceedsDoesNotStartItAgain() {
    let races = (0..<500).map { CachedRace(keepingBy: scheduler, delay: $0 % 200) }
    let track = RaceTrack()
    defer { track.close() }
    #expect(track.run(races))
    expectEqual(races.compactMap { $0.verdict() }, [])
  }
}
