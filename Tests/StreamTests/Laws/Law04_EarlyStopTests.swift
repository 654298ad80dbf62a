import Stream
import TestSupport
import Testing

/// Law 4: disposing inside `onNext`, before `subscribe` has returned, stops a synchronous producer.
@Suite struct Law04_EarlyStop {
  /// Ten million numbers, with a count of those that have been read.
  private struct Numbers: Sequence, Sendable {
    let read = Count()

    func makeIterator() -> AnyIterator<Int> {
      var next = 0
      return AnyIterator {
        guard next < 10_000_000 else { return nil }
        read.increment()
        defer { next += 1 }
        return next
      }
    }
  }

  @Test func takeReadsNoMoreThanItNeeds() {
    let numbers = Numbers()
    let probe = Probe<Int>()
    _ = Observable<Int>.from(numbers).take(1).subscribe(probe.on)
    expectEqual(probe.elements, [0])
    expectTrue(probe.isCompleted)
    #expect(numbers.read.value <= 2)
  }

  @Test(arguments: OperatorCase.all.filter { !["zip", "take"].contains($0.testDescription) })
  func disposingStopsTheSequenceThroughEveryOperator(_ operatorCase: OperatorCase) {
    let numbers = Numbers()
    let subscription = SerialDisposable()
    let elements = Count()
    // Disposed of inside the first delivery, before `subscribe` has returned. The serial disposable receives
    // the subscription only afterwards, so it is the chain from `take` upwards that stops the producer.
    subscription.disposable = operatorCase.apply(Observable.from(numbers), nil).take(1)
      .subscribe(onNext: { _ in elements.increment() })
    expectEqual(elements.value, 1)
    #expect(numbers.read.value <= 2)
  }

  @Test func aSwitchInsideADeliveryStopsTheProducer() {
    let numbers = Numbers()
    let stop = PublishSubject<Int>()
    let probe = Probe<Int>()
    let both = Observable.merge(stop.asObservable(), Observable.from(numbers))
    _ = both.do(onNext: { if $0 == 3 { stop.onError(Boom()) } }).subscribe(probe.on)
    #expect(numbers.read.value <= 5)
    #expect(probe.error is Boom)
  }

  @Test func aProducerCanCheckIsDisposed() {
    let sent = Count()
    let observable = Observable<Int>.create { observer in
      while !observer.isDisposed { observer.onNext(sent.increment()) }
      return Disposables.create()
    }
    let probe = Probe<Int>()
    _ = observable.take(3).subscribe(probe.on)
    expectEqual(probe.elements, [1, 2, 3])
    expectEqual(sent.value, 3)
  }
}
