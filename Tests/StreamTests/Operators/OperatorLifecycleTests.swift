import NetTesting
import Stream
import Testing

/// Every operator keeps the laws of operators.
@Suite struct OperatorLifecycleTests {
  private typealias Options = OperatorLifecycle.Options

  @Test func map() {
    OperatorLifecycle.check { source in source.map { $0 * 10 } }
    OperatorLifecycle.checkElements { source in source.map { $0 } }
    OperatorLifecycle.checkSingle { source in source.map { $0 * 10 } }
  }

  @Test func filter() {
    OperatorLifecycle.check { source in source.filter { $0 > 1 } }
    OperatorLifecycle.checkElements { source in source.filter { $0.number > 1 } }
  }

  @Test func compactMap() {
    OperatorLifecycle.check { source in source.compactMap { $0 > 1 ? "\($0)" : nil } }
    OperatorLifecycle.checkElements { source in source.compactMap { $0 } }
  }

  @Test func take() {
    OperatorLifecycle.check { source in source.take(100) }
    OperatorLifecycle.check(.init(forwardsError: false)) { source in source.take(2) }
    OperatorLifecycle.checkElements(.init(forwardsError: false)) { source in source.take(2) }
  }

  @Test func flatMap() {
    OperatorLifecycle.check { source in source.flatMap { Observable.of($0, $0) } }
    OperatorLifecycle.check { source, scheduler in
      source.flatMap { Observable.just($0).observe(on: scheduler) }
    }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      source.flatMap { _ in Observable<Int>.never() }
    }
    OperatorLifecycle.checkElements { source in source.flatMap { Observable.of($0, $0) } }
    OperatorLifecycle.checkSingle { source in source.flatMap { Single.just($0) } }
    OperatorLifecycle.checkSingle { source in Single.just(1).flatMap { _ in source } }
  }

  @Test func concatMap() {
    OperatorLifecycle.check { source in source.concatMap { Observable.of($0, $0) } }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      source.concatMap { _ in Observable<Int>.never() }
    }
    OperatorLifecycle.checkElements { source in source.concatMap { Observable.just($0) } }
  }

  @Test func merge() {
    OperatorLifecycle.check { source in Observable.merge(source, .of(1, 2)) }
    OperatorLifecycle.check { source in Observable.of(source).merge(maxConcurrent: 1) }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      Observable.merge([.never(), source])
    }
    OperatorLifecycle.check(.init(mayResubscribe: true)) { source in Observable.merge(source, source) }
    OperatorLifecycle.checkElements { source in Observable.merge([source, .empty()]) }
  }

  @Test func zip() {
    OperatorLifecycle.check { source in Observable.zip(source, .from(1...1000)) }
    OperatorLifecycle.check { source in Observable.zip(.from(1...1000), source, resultSelector: { $0 + $1 }) }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in Observable.zip([source, .never()]) }
    OperatorLifecycle.checkElements { source in Observable.zip(source, Observable<Int>.from(1...1000)) }
    OperatorLifecycle.checkSingle { source in Single.zip(source, .just("a")) }
    OperatorLifecycle.checkSingle { source in Single.zip([source, .just(1)]) }
  }

  @Test func zipMaxConcurrent() {
    OperatorLifecycle.checkSingle(.init(elements: [1])) { source in
      Single.zip([.just(1), source, .just(2)], maxConcurrent: 1)
    }
    let late = Options(elements: [1], forwardsCompletion: false, mayResubscribe: true)
    OperatorLifecycle.checkSingle(late) { source in
      Single.zip([source, source, source], maxConcurrent: 2)
    }
  }

  @Test func `catch`() {
    OperatorLifecycle.check { source in source.catch { .error($0) } }
    OperatorLifecycle.check(.init(forwardsError: false)) { source in source.catch { _ in .never() } }
    OperatorLifecycle.check(.init(forwardsError: false)) { source in source.catchAndReturn(0) }
    OperatorLifecycle.check(.init(forwardsError: false, mayResubscribe: true)) { source in
      source.catch { _ in source }
    }
    OperatorLifecycle.checkElements { source in source.catch { .error($0) } }
    OperatorLifecycle.checkSingle { source in source.catch { .error($0) } }
    OperatorLifecycle.checkSingle(.init(forwardsError: false)) { source in source.catchAndReturn(0) }
  }

  @Test func retry() {
    OperatorLifecycle.check { source in source.retry(1) }
    OperatorLifecycle.check(.init(forwardsError: false, mayResubscribe: true)) { source in source.retry() }
    OperatorLifecycle.check(.init(forwardsError: false, mayResubscribe: true)) { source in source.retry(3) }
    OperatorLifecycle.checkElements { source in source.retry(1) }
    OperatorLifecycle.checkSingle { source in source.retry(1) }
    OperatorLifecycle.checkSingle(.init(forwardsError: false, mayResubscribe: true)) { source in
      source.retry()
    }
  }

  @Test func retryWithBackoff() {
    OperatorLifecycle.check { source, scheduler in
      source.retry(backoff: Backoff(maximumAttempts: 1), scheduler: scheduler)
    }
    OperatorLifecycle.check(.init(forwardsError: false, mayResubscribe: true)) { source, scheduler in
      source.retry(backoff: Backoff(maximumAttempts: 3, base: .seconds(4)), scheduler: scheduler)
    }
    OperatorLifecycle.checkSingle { source, scheduler in
      source.retry(backoff: Backoff(maximumAttempts: 1), scheduler: scheduler)
    }
  }

  @Test func retryWhen() {
    OperatorLifecycle.check { source in
      source.retry { errors in errors.flatMap { Observable<Int>.error($0) } }
    }
    OperatorLifecycle.check(.init(forwardsError: false, mayResubscribe: true)) { source in
      source.retry { errors in errors.map { _ in 1 } }
    }
    OperatorLifecycle.check(.init(forwardsError: false)) { source in
      source.retry { _ in Observable<Int>.never() }
    }
    OperatorLifecycle.checkElements { source in
      source.retry { errors in errors.flatMap { Observable<Int>.error($0) } }
    }
    OperatorLifecycle.checkSingle { source in
      source.retry { errors in errors.flatMap { Observable<Int>.error($0) } }
    }
  }

  @Test func expand() {
    OperatorLifecycle.check { source in source.expand { $0 < 3 ? Observable.of($0 + 1) : .empty() } }
    OperatorLifecycle.checkElements { source in source.expand { _ in Observable.empty() } }
  }

  @Test func timeout() {
    OperatorLifecycle.check { source, scheduler in source.timeout(.seconds(60), scheduler: scheduler) }
    OperatorLifecycle.check(.init(forwardsCompletion: false, forwardsError: false)) { source, scheduler in
      source.timeout(.seconds(4), scheduler: scheduler)
    }
    OperatorLifecycle.checkElements { source, scheduler in source.timeout(.seconds(60), scheduler: scheduler)
    }
    OperatorLifecycle.checkSingle { source, scheduler in source.timeout(.seconds(60), scheduler: scheduler) }
  }

  @Test func observeOn() {
    OperatorLifecycle.check { source, scheduler in source.observe(on: scheduler) }
    OperatorLifecycle.checkElements { source, scheduler in source.observe(on: scheduler) }
    OperatorLifecycle.checkSingle { source, scheduler in source.observe(on: scheduler) }
  }

  @Test func subscribeOn() {
    OperatorLifecycle.check { source, scheduler in source.subscribe(on: scheduler) }
    OperatorLifecycle.checkElements { source, scheduler in source.subscribe(on: scheduler) }
    OperatorLifecycle.checkSingle { source, scheduler in source.subscribe(on: scheduler) }
  }

  @Test func `do`() {
    OperatorLifecycle.check { source in source.do(onNext: { _ in }, onDispose: {}) }
    OperatorLifecycle.checkElements { source in source.do(onCompleted: {}) }
    OperatorLifecycle.checkSingle { source in source.do(onSuccess: { _ in }, onDispose: {}) }
  }

  @Test func toArray() {
    OperatorLifecycle.check { source in source.toArray() }
    OperatorLifecycle.checkElements { source in source.toArray() }
  }

  @Test func aChainOfAll() {
    OperatorLifecycle.check { source, scheduler in
      source.map { $0 + 1 }.filter { $0 > 0 }.flatMap { Observable.just($0) }
        .retry(1).timeout(.seconds(60), scheduler: scheduler).observe(on: scheduler).take(100)
    }
  }
}
