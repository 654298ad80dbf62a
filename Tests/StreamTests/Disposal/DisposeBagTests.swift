import Stream
import TestSupport
import Testing

@Suite struct DisposeBagTests {
  @Test func insertingAfterDisposalDisposesAtOnce() {
    let bag = DisposeBag()
    bag.dispose()
    let count = Count()
    Disposables.create { count.increment() }.disposed(by: bag)
    expectEqual(count.value, 1)
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
    expectNotNil(first)
    for _ in 0..<32 { subject.subscribe { _ in }.disposed(by: bag) }
    expectNil(first)
  }

  @Test func anEndedSubscriptionIsRemovedThoughAllLaterOnesAreRunning() {
    let bag = DisposeBag()
    let (ending, subject) = (PublishSubject<Int>(), PublishSubject<Int>())
    weak var first: AnyObject?
    do {
      let subscription = ending.subscribe { _ in }
      first = subscription as AnyObject
      subscription.disposed(by: bag)
    }
    for _ in 0..<32 { subject.subscribe { _ in }.disposed(by: bag) }
    ending.onCompleted()
    expectNotNil(first)
    for _ in 0..<64 { subject.subscribe { _ in }.disposed(by: bag) }
    expectNil(first)
  }

  @Test func runningSubscriptionsAreKept() {
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    let count = Count()
    for _ in 0..<100 { subject.subscribe(onNext: { _ in count.increment() }).disposed(by: bag) }
    subject.onNext(1)
    expectEqual(count.value, 100)
    bag.dispose()
    expectFalse(subject.hasObservers)
  }

  @Test func disposesOfEverythingInTheOrderOfInsertion() {
    let bag = DisposeBag()
    let log = Log<Int>()
    let source = Observable<Int>.never()
    for number in 0..<300 {
      switch number % 3 {
      case 0: Disposables.create { log.write(number) }.disposed(by: bag)
      case 1: source.subscribe(onDisposed: { log.write(number) }).disposed(by: bag)
      default: bag.insert(CompositeDisposable(Disposables.create { log.write(number) }, Disposables.create()))
      }
    }
    bag.dispose()
    expectEqual(log.entries, Array(0..<300))
  }

  @Test func anActionThatHasRunElsewhereDoesNotRunAgain() {
    let bag = DisposeBag()
    let count = Count()
    let disposable = Disposables.create { count.increment() }
    disposable.disposed(by: bag)
    disposable.dispose()
    expectEqual(count.value, 1)
    bag.dispose()
    expectEqual(count.value, 1)
  }

  @Test func anActionInTwoBagsRunsOnce() {
    let bags = [DisposeBag(), DisposeBag()]
    let count = Count()
    let disposable = Disposables.create { count.increment() }
    for bag in bags { disposable.disposed(by: bag) }
    race(2) { bags[$0].dispose() }
    expectEqual(count.value, 1)
  }

  @Test func anActionIsReleasedOnceItHasRun() {
    let bag = DisposeBag()
    weak var captured: Token?
    do {
      let token = Token()
      captured = token
      Disposables.create { withExtendedLifetime(token) {} }.disposed(by: bag)
    }
    expectNotNil(captured)
    bag.dispose()
    expectNil(captured)
  }

  @Test func anActionInABagThatIsReleasedRuns() {
    let count = Count()
    var bag: DisposeBag? = DisposeBag()
    if let bag { Disposables.create { count.increment() }.disposed(by: bag) }
    bag = nil
    expectEqual(count.value, 1)
  }

  @Test func aResourceWhoseEndIsReportedIsDisposedOfWithTheBag() {
    let bag = DisposeBag()
    let log = Log<String>()
    let source = Observable<Int>.create { _ in Disposables.create { log.write("resource") } }
    source.subscribe(onDisposed: { log.write("subscription") }).disposed(by: bag)
    bag.dispose()
    expectEqual(log.entries, ["resource", "subscription"])
  }
}
