import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct ReplaySubjectTests {
  private let probe = Probe<Int>()

  @Test func anObserverReceivesTheBufferedElementsThenNewOnes() {
    let subject = ReplaySubject<Int>(bufferSize: 2)
    for number in 1...3 { subject.onNext(number) }
    let subscription = subject.subscribe(probe.on)
    expectEqual(probe.elements, [2, 3])
    subject.onNext(4)
    expectEqual(probe.elements, [2, 3, 4])
    subscription.dispose()
  }

  @Test func afterTheEndAnObserverReceivesTheBufferedElementsAndTheEnd() {
    let subject = ReplaySubject<Int>(bufferSize: 2)
    for number in 1...3 { subject.onNext(number) }
    subject.onError(Boom())
    subject.onNext(4)
    _ = subject.subscribe(probe.on)
    expectEqual(probe.events, [.next(2), .next(3), .error(Boom())])
  }

  @Test func anUnlimitedBufferKeepsAllElements() {
    let subject = ReplaySubject<Int>(bufferSize: .max)
    for number in 1...100 { subject.onNext(number) }
    let subscription = subject.subscribe(probe.on)
    expectEqual(probe.elements, Array(1...100))
    subscription.dispose()
  }

  @Test func aBufferOfZeroKeepsNoElement() {
    let subject = ReplaySubject<Int>(bufferSize: 0)
    subject.onNext(1)
    let subscription = subject.subscribe(probe.on)
    subject.onNext(2)
    expectEqual(probe.elements, [2])
    subscription.dispose()
  }

  @Test func anObserverAddedWhileAnotherThreadSendsReceivesEachElementOnceInOrder() {
    for _ in 0..<50 {
      let subject = ReplaySubject<Int>(bufferSize: .max)
      let probe = Probe<Int>()
      let bag = DisposeBag()
      race(2) { thread in
        if thread == 0 {
          for number in 0..<100 { subject.onNext(number) }
        } else {
          subject.subscribe(probe.on).disposed(by: bag)
        }
      }
      expectEqual(probe.elements, Array(0..<100))
    }
  }

  @Test func observersCanUnsubscribeInAnyOrder() {
    let subject = ReplaySubject<Int>(bufferSize: 1)
    let probes = (0..<100).map { _ in Probe<Int>() }
    let subscriptions = probes.map { subject.subscribe($0.on) }
    // Every third, from the middle outwards, then most of the others.
    for number in stride(from: 0, to: 100, by: 3) { subscriptions[(number + 50) % 100].dispose() }
    subject.onNext(1)
    let stayed = probes.indices.filter { !probes[$0].elements.isEmpty }
    let expected = (0..<100).filter { (number: Int) -> Bool in (number + 50) % 100 % 3 != 0 }
    expectEqual(stayed, expected)
    for number in stayed.dropLast() { subscriptions[number].dispose() }
    subject.onNext(2)
    expectEqual(probes.count { $0.elements == [1, 2] }, 1)
    expectTrue(subject.hasObservers)
    for subscription in subscriptions { subscription.dispose() }
    expectFalse(subject.hasObservers)
  }

  @Test(.heavy) func aHundredThousandObserversCanSubscribeAndUnsubscribe() {
    // Each unsubscribes while the others are still subscribed. If that searched the list, this would take minutes.
    let subject = ReplaySubject<Int>(bufferSize: 1)
    let subscriptions = (0..<100_000).map { _ in subject.subscribe { _ in } }
    for subscription in subscriptions.reversed() { subscription.dispose() }
    expectFalse(subject.hasObservers)
  }
}
