import Stream
import TestSupport
import Testing

/// Law 6: a subject that receives an element inside its own delivery reaches every observer in the same order.
@Suite struct Law06_Reentrancy {
  @Test(arguments: AnySubject.all)
  func everyObserverSeesTheSameOrder(_ make: AnySubject) {
    let subject = make.subject()
    let (first, second) = (Probe<Int>(), Probe<Int>())
    let subscriptions = Disposables.create(
      subject.observable.subscribe(onNext: { element in
        first.on(.next(element))
        if element == 0 { subject.send(1) }
      }),
      subject.observable.subscribe(second.on))
    subject.send(0)
    expectEqual(first.elements.suffix(2), [0, 1])
    expectEqual(second.elements.suffix(2), [0, 1])
    expectEqual(first.elements, second.elements)
    subscriptions.dispose()
  }

  @Test(arguments: AnySubject.all)
  func aHundredThousandNestedSendsKeepTheStackFlat(_ make: AnySubject) async {
    let count = await onASmallStack {
      let subject = make.subject()
      let count = Count()
      let subscription = subject.observable.subscribe(onNext: { element in
        guard element > 0 else { return }
        count.increment()
        if element < 100_000 { subject.send(element + 1) }
      })
      subject.send(1)
      subscription.dispose()
      return count.value
    }
    expectEqual(count, 100_000)
  }

  @Test(arguments: AnySubject.all)
  func anObserverAddedInsideADeliveryReceivesLaterElements(_ make: AnySubject) {
    let subject = make.subject()
    let late = Probe<Int>()
    let bag = DisposeBag()
    subject.observable.subscribe(onNext: { element in
      if element == 1 { subject.observable.subscribe(late.on).disposed(by: bag) }
    }).disposed(by: bag)
    subject.send(1)
    subject.send(2)
    expectEqual(late.elements.last, 2)
    expectEqual(late.elements.filter { $0 == 2 }.count, 1)
  }
}

/// A subject of any kind.
struct AnySubject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let subject: @Sendable () -> (observable: Observable<Int>, send: @Sendable (Int) -> Void)

  static let all: [AnySubject] = [
    AnySubject(testDescription: "PublishSubject") {
      let subject = PublishSubject<Int>()
      return (subject.asObservable(), { subject.onNext($0) })
    },
    AnySubject(testDescription: "BehaviorSubject") {
      let subject = BehaviorSubject(value: -1)
      return (subject.asObservable(), { subject.onNext($0) })
    },
    AnySubject(testDescription: "ReplaySubject") {
      let subject = ReplaySubject<Int>(bufferSize: 1)
      return (subject.asObservable(), { subject.onNext($0) })
    },
  ]
}
