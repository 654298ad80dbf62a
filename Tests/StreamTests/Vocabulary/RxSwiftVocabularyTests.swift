import NetTesting
import Stream
import TestSupport
import Testing

/// Names and labels as RxSwift users write them.
@Suite struct RxSwiftVocabulary {
  private let bag = DisposeBag()
  private let scheduler = TestScheduler()
  private let log = Log<String>()

  @Test func creatingStreams() {
    let log = log
    let created = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.on(.next(2))
      observer.onCompleted()
      return Disposables.create()
    }
    Observable.merge(
      created, .just(3), Observable.of(4, 5), .from([6, 7]), .from(optional: 8), .empty(),
      Observable.deferred { .just(9) }
    )
    .toArray()
    .subscribe(onSuccess: { log.write("\($0)") })
    .disposed(by: bag)
    expectEqual(log.entries, ["[1, 2, 3, 4, 5, 6, 7, 8, 9]"])
  }

  @Test func creatingAndChainingASingle() {
    let log = log
    Single<Int>.create { single in
      single(.success(20))
      return Disposables.create { log.write("cancelled") }
    }
    .map { $0 + 1 }
    .flatMap { number in Single.just(number * 2) }
    .do(onSuccess: { log.write("saw \($0)") }, onSubscribe: { log.write("start") })
    .subscribe(onSuccess: { log.write("got \($0)") }, onFailure: { log.write("\($0)") })
    .disposed(by: bag)
    expectEqual(log.entries, ["start", "cancelled", "saw 42", "got 42"])
  }

  @Test func subscribingInEveryForm() {
    let log = log
    let numbers = Observable.of(1, 2)
    numbers.do(onNext: { log.write("\($0)") }).subscribe().disposed(by: bag)
    Single.just(3).do(onSuccess: { log.write("\($0)") }).subscribe().disposed(by: bag)
    numbers.subscribe { event in
      switch event {
      case .next(let number): log.write("next \(number)")
      case .error(let error): log.write("error \(error)")
      case .completed: log.write("completed")
      }
    }
    .disposed(by: bag)
    Single<Int>.error(Boom()).subscribe { result in
      if case .failure = result { log.write("failure") }
    }
    .disposed(by: bag)
    numbers.subscribe(onNext: { log.write("on \($0)") }, onError: { _ in }, onCompleted: {}, onDisposed: {})
      .disposed(by: bag)
    expectEqual(log.entries, ["1", "2", "3", "next 1", "next 2", "completed", "failure", "on 1", "on 2"])
  }

  @Test func subscribingASubject() {
    let log = log
    let subject = PublishSubject<Int>()
    subject.asObservable().subscribe { log.write("\($0)") }.disposed(by: bag)
    Observable.of(1, 2).subscribe(subject.asObserver()).disposed(by: bag)
    subject.onNext(3)
    expectEqual(log.entries, ["next(1)", "next(2)", "completed"])
  }

  @Test func doRunsClosuresBeforeAndAfterEvents() {
    let log = log
    Observable.just(1)
      .do(
        onNext: { log.write("on \($0)") }, afterNext: { log.write("after \($0)") },
        onError: { _ in }, afterError: { _ in },
        onCompleted: { log.write("onCompleted") }, afterCompleted: { log.write("afterCompleted") },
        onSubscribe: { log.write("onSubscribe") }, onSubscribed: { log.write("onSubscribed") },
        onDispose: { log.write("onDispose") }
      )
      .subscribe(onNext: { log.write("got \($0)") }, onCompleted: { log.write("end") })
      .disposed(by: bag)
    expectEqual(
      log.entries,
      [
        "onSubscribe", "on 1", "got 1", "after 1", "onCompleted", "end", "afterCompleted",
        "onSubscribed", "onDispose",
      ])
  }

  @Test func doRunsClosuresBeforeAndAfterTheResultOfASingle() {
    let log = log
    Single.just(1)
      .do(
        onSuccess: { log.write("on \($0)") }, afterSuccess: { log.write("after \($0)") },
        onError: { _ in }, afterError: { _ in }
      )
      .subscribe(onSuccess: { log.write("got \($0)") })
      .disposed(by: bag)
    Single<Int>.error(Boom())
      .do(onError: { _ in log.write("onError") }, afterError: { _ in log.write("afterError") })
      .subscribe(onFailure: { _ in log.write("failed") })
      .disposed(by: bag)
    expectEqual(log.entries, ["on 1", "got 1", "after 1", "onError", "failed", "afterError"])
  }

  @Test func errorHandling() {
    let log = log
    let attempts = Count()
    let flaky = Observable<Int>.deferred {
      attempts.increment() < 3 ? .error(Boom()) : .just(attempts.value)
    }
    flaky.retry(3).subscribe(onNext: { log.write("\($0)") }).disposed(by: bag)
    flaky.retry(when: { errors in errors.map { _ in () } }).subscribe(onNext: { log.write("\($0)") })
      .disposed(by: bag)
    Observable<Int>.error(Boom()).catchAndReturn(5).subscribe(onNext: { log.write("\($0)") })
      .disposed(by: bag)
    Single<Int>.error(Boom()).catch { _ in .just(6) }.subscribe(onSuccess: { log.write("\($0)") })
      .disposed(by: bag)
    flaky.asSingle().catchAndReturn(0).subscribe(onSuccess: { log.write("\($0)") }).disposed(by: bag)
    expectEqual(log.entries, ["3", "4", "5", "6", "5"])
  }

  @Test func timeOperators() {
    let log = log
    Observable<Int>.never().timeout(.seconds(1), scheduler: scheduler)
      .subscribe(onError: { _ in log.write("timeout") }).disposed(by: bag)
    Observable<Int>.never().timeout(.seconds(2), other: .just(7), scheduler: scheduler)
      .subscribe(onNext: { log.write("\($0)") }).disposed(by: bag)
    Single.just(8).subscribe(on: scheduler).observe(on: scheduler)
      .subscribe(onSuccess: { log.write("\($0)") }).disposed(by: bag)
    scheduler.advance(by: .seconds(2))
    expectEqual(log.entries, ["8", "timeout", "7"])
  }

  @Test func combiningStreams() {
    let log = log
    Observable.zip(Observable.of(1, 2), Observable.of("a", "b")) { "\($0)\($1)" }
      .subscribe(onNext: { log.write($0) }).disposed(by: bag)
    Single.zip(Single.just(1), Single.just("c")).subscribe(onSuccess: { log.write("\($0.0)\($0.1)") })
      .disposed(by: bag)
    Single.zip([Single.just(1), Single.just(2)]).subscribe(onSuccess: { log.write("\($0)") })
      .disposed(by: bag)
    Observable.of(1, 2).concatMap { Observable.of($0, $0) }.filter { $0 > 1 }.compactMap { $0 }.take(1)
      .subscribe(onNext: { log.write("\($0)") }).disposed(by: bag)
    Observable.of(Observable.of(1), Observable.of(2)).merge(maxConcurrent: 1)
      .subscribe(onNext: { log.write("\($0)") }).disposed(by: bag)
    expectEqual(log.entries, ["1a", "2b", "1c", "[1, 2]", "2", "1", "2"])
  }

  @Test func deliveringOnTheMainThread() async {
    let number = await withCheckedContinuation { continuation in
      Single.just(1).observe(on: MainScheduler.instance).subscribe(onSuccess: {
        continuation.resume(returning: $0)
      })
      .disposed(by: bag)
    }
    expectEqual(number, 1)
  }
}
