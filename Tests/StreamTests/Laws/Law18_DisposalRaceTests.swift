import Stream
import TestSupport
import Testing

/// Law 18: disposing from any thread at any time neither crashes, nor blocks, nor leaks.
@Suite struct Law18_DisposalRace {
  @Test(arguments: OperatorCase.all)
  func sendingEndingAndDisposingAtTheSameTimeIsSafe(_ operatorCase: OperatorCase) {
    for _ in 0..<200 {
      let source = TrackedSource<Int>()
      let probe = Probe<Int>()
      weak var captured: Token?
      let subscription: any Disposable
      do {
        let token = Token()
        captured = token
        subscription = operatorCase.apply(source.observable, token).subscribe(probe.on)
      }
      race(3) { thread in
        switch thread {
        case 0: for number in 0..<5 { source.onNext(number) }
        case 1: source.onCompleted()
        default: subscription.dispose()
        }
      }
      #expect(probe.endCount <= 1)
      expectEqual(source.disposed.value, 1)
      expectNil(captured)
    }
  }

  @Test(arguments: OperatorCase.more)
  func disposalThatRacesWithElementsIsSafe(_ operatorCase: OperatorCase) {
    for _ in 0..<50 {
      let source = TrackedSource<Int>()
      let subscription = operatorCase.apply(source.observable, nil).subscribe { _ in }
      race(2) { thread in
        if thread == 0 {
          for number in 0..<5 { source.onNext(number) }
        } else {
          subscription.dispose()
        }
      }
      expectEqual(source.disposed.value, 1)
    }
  }

  @Test func subscribingAndDisposingWhileASubjectSendsIsSafe() {
    let subject = PublishSubject<Int>()
    race(4) { thread in
      for number in 0..<500 {
        if thread == 0 {
          subject.onNext(number)
        } else {
          subject.subscribe { _ in }.dispose()
        }
      }
    }
    expectFalse(subject.hasObservers)
  }
}
