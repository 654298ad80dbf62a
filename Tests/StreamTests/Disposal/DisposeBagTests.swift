import Stream
import Testing

@Suite struct DisposeBagTests {
  @Test func insertingAfterDisposalDisposesAtOnce() {
    let bag = DisposeBag()
    bag.dispose()
    let count = Count()
    Disposables.create { count.increment() }.disposed(by: bag)
    #expect(count.value == 1)
  }

  @Test func endedSubscriptionsAreRemoved() {
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    weak var first: AnyObject?
    do {
      let subscription = subject.subscribe { _ in }
      first = subscription as AnyObject
      subscription.disposed(by: bag)
      subscription.dispose()
    }
    #expect(first != nil)
    for _ in 0..<32 { subject.subscribe { _ in }.disposed(by: bag) }
    #expect(first == nil)
  }

  @Test func runningSubscriptionsAreKept() {
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    let count = Count()
    for _ in 0..<100 { subject.subscribe(onNext: { _ in count.increment() }).disposed(by: bag) }
    subject.onNext(1)
    #expect(count.value == 100)
    bag.dispose()
    #expect(!subject.hasObservers)
  }
}
