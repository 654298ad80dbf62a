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
    subject.onNext(3)
    #expect(early.elements == [1, 2])
    #expect(late.elements == [2, 3])
    second.dispose()
    #expect(!subject.hasObservers)
  }

  @Test func aLateObserverReceivesTheEnd() {
    let probe = Probe<Int>()
    subject.onError(Boom())
    subject.onCompleted()
    _ = subject.subscribe(probe.on)
    #expect(probe.error is Boom)
    #expect(probe.events.count == 1)
    #expect(!subject.hasObservers)
  }

  @Test func anObserverRemovedDuringADeliveryReceivesNothingMore() {
    let second = SerialDisposable()
    let probe = Probe<Int>()
    let first = subject.subscribe(onNext: { _ in second.dispose() })
    second.disposable = subject.subscribe(probe.on)
    subject.onNext(1)
    #expect(probe.elements.isEmpty)
    first.dispose()
  }

  @Test func anObserverAddedDuringADeliveryReceivesTheNextElement() {
    let probe = Probe<Int>()
    let subject = subject
    let subscription = subject.take(1).subscribe(onNext: { _ in _ = subject.subscribe(probe.on) })
    subject.onNext(1)
    subject.onNext(2)
    #expect(probe.elements == [2])
    subscription.dispose()
  }

  @Test func asObserverSendsToTheSubject() {
    let probe = Probe<Int>()
    let observer = subject.asObserver()
    _ = subject.subscribe(probe.on)
    #expect(!observer.isDisposed)
    observer.on(.next(1))
    observer.onCompleted()
    #expect(probe.elements == [1])
    #expect(observer.isDisposed)
  }

  @Test func manyObserversCanSubscribeAndLeave() {
    let count = Count()
    var subscriptions: [any Disposable] = []
    for _ in 0..<1_000 {
      subscriptions.append(subject.subscribe(onNext: { _ in count.increment() }))
    }
    subject.onNext(1)
    #expect(count.value == 1_000)
    for subscription in subscriptions.prefix(700) { subscription.dispose() }
    subject.onNext(2)
    #expect(count.value == 1_300)
    for subscription in subscriptions { subscription.dispose() }
    #expect(!subject.hasObservers)
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
    #expect(before.value == 1)
    #expect(probe.isCompleted)
    #expect(!subject.hasObservers)
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
    #expect(captured != nil)
    subject.onNext(1)
    #expect(captured == nil)
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
    #expect(captured != nil)
    subject.onCompleted()
    #expect(captured == nil)
    subscription.dispose()
  }

  @Test func observersThatAllStopLeaveNoHolesInTheRoster() {
    let subscriptions = (0..<100).map { _ in subject.take(1).subscribe { _ in } }
    subject.onNext(1)
    #expect(subject.core.roster.count == 0)
    for subscription in subscriptions { subscription.dispose() }
  }

  private final class Token: Sendable {}
}
