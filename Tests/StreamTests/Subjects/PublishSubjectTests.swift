import TestSupport
import Testing

@testable import Stream

@Suite struct PublishSubjectTests {
  private let subject = PublishSubject<Int>()

  @Test func sendsToTheCurrentObservers() {
    let (early, late) = (Probe<Int>(), Probe<Int>())
    let first = subject.subscribe(early.on)
    subject.onNext(1)
    let second = subject.subscribe(late.on)
    subject.onNext(2)
    first.dispose()
    expectTrue(subject.hasObservers)
    subject.onNext(3)
    expectEqual(early.elements, [1, 2])
    expectEqual(late.elements, [2, 3])
    second.dispose()
    expectFalse(subject.hasObservers)
  }

  @Test func aLateObserverReceivesTheEnd() {
    let probe = Probe<Int>()
    subject.onError(Boom())
    subject.onCompleted()
    _ = subject.subscribe(probe.on)
    #expect(probe.error is Boom)
    expectEqual(probe.events.count, 1)
    expectFalse(subject.hasObservers)
  }

  @Test func anObserverRemovedDuringADeliveryReceivesNothingMore() {
    let second = SerialDisposable()
    let probe = Probe<Int>()
    let first = subject.subscribe(onNext: { _ in second.dispose() })
    second.disposable = subject.subscribe(probe.on)
    subject.onNext(1)
    expectTrue(probe.elements.isEmpty)
    first.dispose()
  }

  @Test func anObserverAddedDuringADeliveryReceivesTheNextElement() {
    let probe = Probe<Int>()
    let subject = subject
    let subscription = subject.take(1).subscribe(onNext: { _ in _ = subject.subscribe(probe.on) })
    subject.onNext(1)
    subject.onNext(2)
    expectEqual(probe.elements, [2])
    subscription.dispose()
  }

  @Test func asObserverSendsToTheSubject() {
    let probe = Probe<Int>()
    let observer = subject.asObserver()
    _ = subject.subscribe(probe.on)
    expectFalse(observer.isDisposed)
    observer.on(.next(1))
    observer.onCompleted()
    expectEqual(probe.elements, [1])
    expectTrue(observer.isDisposed)
  }

  @Test func manyObserversCanSubscribeAndLeave() {
    let count = Count()
    var subscriptions: [any Disposable] = []
    for _ in 0..<1_000 {
      subscriptions.append(subject.subscribe(onNext: { _ in count.increment() }))
    }
    subject.onNext(1)
    expectEqual(count.value, 1_000)
    for subscription in subscriptions.prefix(700) { subscription.dispose() }
    subject.onNext(2)
    expectEqual(count.value, 1_300)
    for subscription in subscriptions { subscription.dispose() }
    expectFalse(subject.hasObservers)
  }

  @Test func anObserverAddedDuringTheEndReceivesItAtOnce() {
    let probe = Probe<Int>()
    let subject = subject
    let before = Shared(0)
    _ = subject.subscribe(onCompleted: {
      _ = subject.subscribe(probe.on)
      before.value = probe.endCount
    })
    subject.onCompleted()
    expectEqual(before.value, 1)
    expectTrue(probe.isCompleted)
    expectFalse(subject.hasObservers)
  }

  @Test func anObserverThatStopsIsReleasedThoughTheSubscriptionContinues() {
    weak var captured: Token?
    let subscription: any Disposable
    do {
      let token = Token()
      captured = token
      subscription = subject.filter { _ in withExtendedLifetime(token) { true } }.take(1)
        .concat(Observable.never()).subscribe { _ in }
    }
    expectNotNil(captured)
    subject.onNext(1)
    expectNil(captured)
    expectFalse(subject.hasObservers)
    subscription.dispose()
  }

  @Test func anObserverThatHasCompletedIsReleasedThoughTheSubscriptionContinues() {
    weak var captured: Token?
    let subscription: any Disposable
    do {
      let token = Token()
      captured = token
      subscription = subject.filter { _ in withExtendedLifetime(token) { true } }
        .concat(Observable.never()).subscribe { _ in }
    }
    expectNotNil(captured)
    subject.onCompleted()
    expectNil(captured)
    subscription.dispose()
  }

  @Test func observersThatAllStopLeaveNoHolesInTheRoster() {
    let subscriptions = (0..<100).map { _ in subject.take(1).subscribe { _ in } }
    subject.onNext(1)
    expectEqual(subject.core.roster.count, 0)
    for subscription in subscriptions { subscription.dispose() }
  }

  private final class Token: Sendable {}
}
