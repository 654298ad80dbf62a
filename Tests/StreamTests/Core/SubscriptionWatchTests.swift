import TestSupport
import Testing

@testable import Stream

@Suite struct SubscriptionWatchTests {
  /// What a watcher has seen that disposes of each subscription before its token is known, as another thread may.
  private final class Impatient: @unchecked Sendable {  // Each test uses it on one thread.
    weak var token: Token?

    func watch(_: Any.Type, dispose: @Sendable () -> Void) -> Token {
      let token = Token()
      self.token = token
      dispose()
      return token
    }
  }

  @Test func aSubscriptionThatIsDisposedOfBeforeItsTokenIsKnownCallsOnDisposed() {
    let (watcher, disposals) = (Impatient(), Count())
    SubscriptionWatch.with(watcher.watch) {
      _ = Observable<Int>.never().subscribe(onDisposed: { disposals.increment() })
    }
    expectEqual(disposals.value, 1)
  }

  @Test func aSubscriptionThatIsDisposedOfBeforeItsTokenIsKnownReceivesNothing() {
    let (watcher, elements) = (Impatient(), Count())
    let subject = PublishSubject<Int>()
    let subscription = SubscriptionWatch.with(watcher.watch) {
      subject.subscribe(onNext: { _ in elements.increment() })
    }
    subject.onNext(1)
    expectEqual(elements.value, 0)
    subscription.dispose()
  }

  @Test func theTokenOfASubscriptionThatHasEndedIsReleased() {
    let watcher = Impatient()
    let subscription = SubscriptionWatch.with(watcher.watch) { PublishSubject<Int>().subscribe() }
    expectNil(watcher.token)
    subscription.dispose()
  }

  @Test func aWatcherCanDisposeOfASubscriptionThatOnlyABagRetains() {
    let dispose = Log<@Sendable () -> Void>()
    let count = Count()
    let bag = DisposeBag()
    SubscriptionWatch.with({ _, action in
      dispose.write(action)
      return Token()
    }) {
      Observable<Int>.never().subscribe(onDisposed: { count.increment() }).disposed(by: bag)
    }
    for action in dispose.entries { action() }
    expectEqual(count.value, 1)
    bag.dispose()
    expectEqual(count.value, 1)
  }

  @Test func theTokenIsReleasedWithTheSubscription() {
    let bag = DisposeBag()
    let ended = Count()
    SubscriptionWatch.with({ _, _ in EndingToken { ended.increment() } }) {
      Observable<Int>.never().subscribe().disposed(by: bag)
    }
    expectEqual(ended.value, 0)
    bag.dispose()
    expectEqual(ended.value, 1)
  }
}

private final class EndingToken: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}
