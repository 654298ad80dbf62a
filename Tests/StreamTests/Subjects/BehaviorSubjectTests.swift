import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct BehaviorSubjectTests {
  private let probe = Probe<Int>()

  @Test func sendsTheLatestElementAtOnceAndThenNewOnes() throws {
    let subject = BehaviorSubject(value: 0)
    subject.onNext(1)
    let subscription = subject.subscribe(probe.on)
    expectEqual(probe.elements, [1])
    subject.onNext(2)
    expectEqual(probe.elements, [1, 2])
    expectEqual(try subject.value(), 2)
    expectTrue(subject.hasObservers)
    subscription.dispose()
    expectFalse(subject.hasObservers)
    subject.onNext(3)
    expectEqual(probe.elements, [1, 2])
  }

  @Test func afterTheEndANewObserverReceivesOnlyTheEnd() throws {
    let subject = BehaviorSubject(value: 0)
    subject.onNext(1)
    subject.onCompleted()
    subject.onNext(2)
    _ = subject.subscribe(probe.on)
    expectEqual(probe.events, [.completed])
    expectEqual(try subject.value(), 1)
  }

  @Test func theValueOfAFailedSubjectThrows() {
    let subject = BehaviorSubject(value: 0)
    subject.onError(Boom())
    _ = subject.subscribe(probe.on)
    expectEqual(probe.events, [.error(Boom())])
    #expect(throws: Boom()) { try subject.value() }
  }

  @Test func sendingInsideADeliveryKeepsTheOrderForAllObservers() {
    let subject = BehaviorSubject(value: 0)
    let (first, second) = (Probe<Int>(), Probe<Int>())
    let subscriptions = [
      subject.do(onNext: { if $0 == 1 { subject.onNext(2) } }).subscribe(first.on),
      subject.subscribe(second.on),
    ]
    subject.onNext(1)
    expectEqual(first.elements, [0, 1, 2])
    expectEqual(second.elements, [0, 1, 2])
    for subscription in subscriptions { subscription.dispose() }
  }

  @Test func anObserverAddedInsideADeliveryReceivesEachElementOnce() {
    let subject = BehaviorSubject(value: 0)
    let bag = DisposeBag()
    subject.subscribe(onNext: { [probe] number in
      if number == 1 { subject.subscribe(probe.on).disposed(by: bag) }
    }).disposed(by: bag)
    subject.onNext(1)
    subject.onNext(2)
    expectEqual(probe.elements, [1, 2])
  }

  @Test func disposingInsideTheFirstDeliveryRemovesTheObserver() {
    let subject = BehaviorSubject(value: 0)
    _ = subject.take(1).subscribe(probe.on)
    expectEqual(probe.events, [.next(0), .completed])
    expectFalse(subject.hasObservers)
  }

  @Test func releasesAnObserverThatLeaves() {
    let subject = BehaviorSubject(value: 0)
    weak var captured: Token?
    let subscription: any Disposable
    do {
      let token = Token()
      captured = token
      subscription = subject.subscribe(onNext: { _ in withExtendedLifetime(token) {} })
    }
    subject.onNext(1)
    subscription.dispose()
    expectNil(captured)
    expectFalse(subject.hasObservers)
  }

  @Test func releasesTheInitialValueOnceAnotherFollows() throws {
    weak var initial: Token?
    let subject: BehaviorSubject<Token?>
    do {
      let token = Token()
      initial = token
      subject = BehaviorSubject(value: token)
    }
    expectNotNil(initial)
    subject.onNext(nil)
    expectNil(initial)
    expectNil(try subject.value())
  }

  @Test func theValueAfterCompletionIsTheLatest() throws {
    let subject = BehaviorSubject(value: 0)
    subject.onNext(1)
    subject.onCompleted()
    expectEqual(try subject.value(), 1)
  }

  @Test func eachElementReachesThoseWhoObserveWhenItIsSent() {
    let subject = BehaviorSubject(value: 0)
    let probes = (0..<3).map { _ in Probe<Int>() }
    let first = subject.subscribe(probes[0].on)
    subject.onNext(1)
    let second = subject.subscribe(probes[1].on)
    subject.onNext(2)
    first.dispose()
    subject.onNext(3)
    let third = subject.subscribe(probes[2].on)
    second.dispose()
    subject.onNext(4)
    third.dispose()
    subject.onNext(5)
    expectEqual(probes.map(\.elements), [[0, 1, 2], [1, 2, 3], [3, 4]])
  }

  @Test func anObserverThatLeavesDuringADeliveryReceivesNothingMore() {
    let subject = BehaviorSubject(value: 0)
    let leaving = SerialDisposable()
    let other = Probe<Int>()
    let subscription = subject.subscribe(onNext: { if $0 == 1 { leaving.dispose() } })
    leaving.disposable = subject.subscribe(probe.on)
    let last = subject.subscribe(other.on)
    subject.onNext(1)
    subject.onNext(2)
    expectEqual(probe.elements, [0])
    expectEqual(other.elements, [0, 1, 2])
    subscription.dispose()
    last.dispose()
    expectFalse(subject.hasObservers)
  }
}
