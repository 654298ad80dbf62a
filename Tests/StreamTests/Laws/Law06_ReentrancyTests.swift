import Stream
import Testing

/// Law 6: a subject that is sent to from inside its own delivery reaches every observer in one order.
@Suite struct Law06_Reentrancy {
  @Test func everyObserverSeesTheSameOrder() {
    let subject = PublishSubject<Int>()
    let (first, second) = (Probe<Int>(), Probe<Int>())
    let subscriptions = Disposables.create(
      subject.subscribe(onNext: { element in
        first.on(.next(element))
        if element == 0 { subject.onNext(1) }
      }),
      subject.subscribe(second.on))
    subject.onNext(0)
    #expect(first.elements == [0, 1])
    #expect(second.elements == [0, 1])
    subscriptions.dispose()
  }

  @Test func aHundredThousandDeep() {
    let subject = PublishSubject<Int>()
    let count = Count()
    let subscription = subject.subscribe(onNext: { element in
      count.increment()
      if element < 100_000 { subject.onNext(element + 1) }
    })
    subject.onNext(1)
    #expect(count.value == 100_000)
    subscription.dispose()
  }
}
