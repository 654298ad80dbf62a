import Dispatch
import Stream
import TestSupport
import Testing

/// Law 5: no lock is held while calling out, so another thread never waits for user code.
@Suite struct Law05_NoLockWhileCallingOut {
  @Test(arguments: Entrance.allCases)
  func anotherThreadCanSendDuringADelivery(_ entrance: Entrance) {
    let (observable, send) = entrance.make()
    let probe = Probe<Int>()
    let hasSent = Shared(false)
    let subscription = observable.subscribe(onNext: { element in
      probe.on(.next(element))
      if element == 0 { hasSent.value = runsOnAnotherThread { send(1) } }
    })
    send(0)
    expectTrue(hasSent.value)
    expectEqual(probe.elements, [0, 1])
    subscription.dispose()
  }

  @Test func anotherThreadCanSubscribeToASubjectDuringADelivery() {
    let subject = PublishSubject<Int>()
    let late = Probe<Int>()
    let hasSubscribed = Shared(false)
    let subscription = subject.subscribe(onNext: { element in
      guard element == 0 else { return }
      hasSubscribed.value = runsOnAnotherThread { _ = subject.subscribe(late.on) }
    })
    subject.onNext(0)
    subject.onNext(1)
    expectTrue(hasSubscribed.value)
    expectEqual(late.elements, [1])
    subscription.dispose()
  }

  @Test(arguments: OperatorCase.all)
  func anotherThreadCanDisposeDuringADelivery(_ operatorCase: OperatorCase) {
    let source = TrackedSource<Int>()
    let subscription = SerialDisposable()
    let hasDisposed = Shared(false)
    subscription.disposable = operatorCase.apply(source.observable, nil).subscribe(onNext: { _ in
      hasDisposed.value = runsOnAnotherThread { subscription.dispose() }
    })
    source.onNext(1)
    expectTrue(hasDisposed.value)
    expectEqual(source.disposed.value, 1)
  }

  @Test func anotherThreadCanUseABagDuringItsDisposal() {
    let bag = DisposeBag()
    let hasInserted = Shared(false)
    Disposables.create {
      hasInserted.value = runsOnAnotherThread { bag.insert(Disposables.create {}) }
    }.disposed(by: bag)
    bag.dispose()
    expectTrue(hasInserted.value)
  }

  @Test func anotherThreadCanUseACompositeDuringItsDisposal() {
    let composite = CompositeDisposable()
    let hasInserted = Shared(false)
    composite.insert(
      Disposables.create {
        hasInserted.value = runsOnAnotherThread { composite.insert(Disposables.create {}) }
      })
    composite.dispose()
    expectTrue(hasInserted.value)
  }

  /// Two chains that each send into the other.
  ///
  /// If locks were held while forwarding, this would be a lock-order inversion.
  @Test func chainsThatSendIntoEachOtherDoNotDeadlock() {
    for _ in 0..<200 {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      let count = Count()
      let subscriptions = Disposables.create(
        left.merging(with: right).subscribe(onNext: { _ in count.increment() }),
        right.merging(with: left).subscribe(onNext: { _ in count.increment() }),
        left.filter { $0 > 0 }.subscribe(onNext: { right.onNext($0 - 1) }),
        right.filter { $0 > 0 }.subscribe(onNext: { left.onNext($0 - 1) }))
      race(2) { thread in (thread == 0 ? left : right).onNext(5) }
      // Both chains deliver all six numbers.
      expectEqual(count.value, 24)
      subscriptions.dispose()
    }
  }
}

extension PublishSubject {
  fileprivate func merging(with other: PublishSubject<Element>) -> Observable<Element> {
    Observable.merge(asObservable(), other.asObservable())
  }
}
