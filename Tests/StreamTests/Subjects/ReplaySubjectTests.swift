import NetTesting
import Stream
import Testing

@Suite struct ReplaySubjectTests {
  private let probe = Probe<Int>()

  @Test func givesWhatItKeepsThenAllThatFollow() {
    let subject = ReplaySubject<Int>(bufferSize: 2)
    for number in 1...3 { subject.onNext(number) }
    let subscription = subject.subscribe(probe.on)
    #expect(probe.elements == [2, 3])
    subject.onNext(4)
    #expect(probe.elements == [2, 3, 4])
    subscription.dispose()
  }

  @Test func afterTheEndGivesWhatItKeepsAndTheEnd() {
    let subject = ReplaySubject<Int>(bufferSize: 2)
    for number in 1...3 { subject.onNext(number) }
    subject.onError(Boom())
    subject.onNext(4)
    _ = subject.subscribe(probe.on)
    #expect(probe.events == [.next(2), .next(3), .error(Boom())])
  }

  @Test func canKeepAll() {
    let subject = ReplaySubject<Int>(bufferSize: .max)
    for number in 1...100 { subject.onNext(number) }
    let subscription = subject.subscribe(probe.on)
    #expect(probe.elements == Array(1...100))
    subscription.dispose()
  }

  @Test func canKeepNothing() {
    let subject = ReplaySubject<Int>(bufferSize: 0)
    subject.onNext(1)
    let subscription = subject.subscribe(probe.on)
    subject.onNext(2)
    #expect(probe.elements == [2])
    subscription.dispose()
  }

  @Test func oneWhoComesWhileAnotherThreadSendsSeesEachOnceInOrder() {
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
      #expect(probe.elements == Array(0..<100))
    }
  }
}
