import NetTesting
import Stream
import Testing

/// The operators that combine streams, continue with others, stop early, or wait also keep the laws of operators.
@Suite struct OperatorLifecycleCombiningTests {
  private typealias Options = OperatorLifecycle.Options

  @Test func scan() {
    OperatorLifecycle.check { source in source.scan(0) { $0 + $1 } }
    OperatorLifecycle.check { source in source.scan(into: [Int]()) { $0.append($1) } }
    OperatorLifecycle.checkElements { source in source.scan(0) { $0 + $1.number } }
  }

  @Test func reduce() {
    OperatorLifecycle.check { source in source.reduce(0) { $0 + $1 } }
    OperatorLifecycle.check { source in source.reduce(0, accumulator: { $0 + $1 }, mapResult: { "\($0)" }) }
    OperatorLifecycle.checkElements { source in source.reduce(0) { $0 + $1.number } }
  }

  @Test func mapError() {
    OperatorLifecycle.check { source in source.mapError { $0 } }
    OperatorLifecycle.checkElements { source in source.mapError { $0 } }
    OperatorLifecycle.checkSingle { source in source.mapError { $0 } }
  }

  @Test func distinctUntilChanged() {
    OperatorLifecycle.check { source in source.distinctUntilChanged() }
    OperatorLifecycle.check { source in source.distinctUntilChanged { $0 % 2 } }
    OperatorLifecycle.check { source in source.distinctUntilChanged { $0 == $1 } }
    OperatorLifecycle.check { source in source.distinctUntilChanged(at: \.description) }
    OperatorLifecycle.checkElements { source in source.distinctUntilChanged { $0.number } }
  }

  @Test func skip() {
    OperatorLifecycle.check { source in source.skip(1) }
    OperatorLifecycle.checkElements { source in source.skip(1) }
  }

  @Test func startWith() {
    OperatorLifecycle.check { source in source.startWith(0) }
    OperatorLifecycle.checkElements { source in source.map { $0.number }.startWith(0) }
  }

  @Test func ifEmpty() {
    OperatorLifecycle.check { source in source.ifEmpty(default: 0) }
    OperatorLifecycle.check { source in source.ifEmpty(switchTo: .of(1, 2)) }
    OperatorLifecycle.check(.init(elements: [])) { source in source.ifEmpty(default: 0) }
    OperatorLifecycle.check(.init(elements: [], forwardsCompletion: false)) { source in
      source.ifEmpty(switchTo: .never())
    }
    OperatorLifecycle.checkElements { source in source.ifEmpty(switchTo: .empty()) }
  }

  @Test func takeWhileAndUntil() {
    OperatorLifecycle.check { source in source.take(while: { $0 < 100 || $0 > 100 || $0 == 100 }) }
    OperatorLifecycle.check(.init(forwardsError: false)) { source in source.take(while: { $0 < 2 }) }
    OperatorLifecycle.check(.init(forwardsError: false)) { source in
      source.take(until: { $0 == 2 }, behavior: .inclusive)
    }
    OperatorLifecycle.check { source in source.take(until: Observable<Int>.never()) }
    OperatorLifecycle.check { source, scheduler in
      source.take(until: Observable<Int>.timer(.seconds(3600), scheduler: scheduler))
    }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      Observable<Int>.never().take(until: source.map { _ in 1 }.filter { $0 > 1 })
    }
    OperatorLifecycle.checkElements { source in source.take(while: { _ in true }) }
    OperatorLifecycle.checkElements { source in source.take(until: Observable<Int>.never()) }
  }

  @Test func takeFor() {
    OperatorLifecycle.check { source, scheduler in source.take(for: .seconds(3600), scheduler: scheduler) }
    OperatorLifecycle.check(.init(forwardsError: false)) { source, scheduler in
      source.take(for: .seconds(15), scheduler: scheduler)
    }
    OperatorLifecycle.checkElements { source, scheduler in
      source.take(for: .seconds(60), scheduler: scheduler)
    }
  }

  @Test func flatMapFirst() {
    OperatorLifecycle.check { source in source.flatMapFirst { Observable.of($0, $0) } }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      source.flatMapFirst { _ in Observable<Int>.never() }
    }
    OperatorLifecycle.checkElements { source in source.flatMapFirst { Observable.just($0) } }
  }

  @Test func flatMapLatest() {
    OperatorLifecycle.check { source in source.flatMapLatest { Observable.of($0, $0) } }
    OperatorLifecycle.check { source in source.map { Observable.of($0) }.switchLatest() }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      source.flatMapLatest { _ in Observable<Int>.never() }
    }
    OperatorLifecycle.checkElements { source in source.flatMapLatest { Observable.just($0) } }
  }

  @Test func concat() {
    OperatorLifecycle.check { source in source.concat(Observable.of(1, 2)) }
    OperatorLifecycle.check { source in Observable.concat(.of(1, 2), source) }
    OperatorLifecycle.check { source in Observable.of(source).concat() }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in source.concat(Observable.never()) }
    OperatorLifecycle.check(.init(forwardsCompletion: false, mayResubscribe: true)) { source in
      Observable.concat([source, source])
    }
    OperatorLifecycle.checkElements { source in source.concat(Observable.empty()) }
  }

  @Test func catchOfASequence() {
    OperatorLifecycle.check { source in Observable.catch(sequence: [source]) }
    OperatorLifecycle.check(.init(forwardsError: false)) { source in
      Observable.catch(sequence: [source, .never()])
    }
    OperatorLifecycle.checkElements { source in Observable.catch(sequence: [source]) }
  }

  @Test func combineLatest() {
    OperatorLifecycle.check { source in Observable.combineLatest(source, .of(1, 2)) }
    OperatorLifecycle.check { source in
      Observable.combineLatest(.of(1), .of(2), source, resultSelector: { $0 + $1 + $2 })
    }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      Observable.combineLatest([source, .never()])
    }
    OperatorLifecycle.checkElements { source in Observable.combineLatest(source, Observable.of(1)) }
  }

  @Test func sourcesOfAnyKind() {
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      Observable.zip(source, PublishSubject<Int>())
    }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      Observable.combineLatest(source, BehaviorSubject(value: 1), resultSelector: { $0 + $1 })
    }
  }

  @Test func withLatestFrom() {
    OperatorLifecycle.check { source in source.withLatestFrom(Observable.of(1)) }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      Observable<Int>.never().withLatestFrom(source)
    }
    OperatorLifecycle.checkElements { source in
      source.withLatestFrom(Observable.of(1), resultSelector: { $0.number + $1 })
    }
    OperatorLifecycle.checkElements(.init(forwardsCompletion: false)) { source in
      Observable<Int>.never().withLatestFrom(source)
    }
  }

  @Test func delay() {
    OperatorLifecycle.check(.init(mayDelay: true, stopsProducer: false)) { source, scheduler in
      source.delay(.seconds(1), scheduler: scheduler)
    }
    OperatorLifecycle.checkElements(.init(mayDelay: true, stopsProducer: false)) { source, scheduler in
      source.delay(.seconds(1), scheduler: scheduler)
    }
    OperatorLifecycle.checkSingle(.init(elements: [1], mayDelay: true)) { source, scheduler in
      source.delay(.seconds(1), scheduler: scheduler)
    }
  }

  @Test func debounce() {
    OperatorLifecycle.check(.init(stopsProducer: false)) { source, scheduler in
      source.debounce(.seconds(4), scheduler: scheduler)
    }
    OperatorLifecycle.checkElements(.init(stopsProducer: false)) { source, scheduler in
      source.debounce(.seconds(4), scheduler: scheduler)
    }
  }

  @Test func throttle() {
    OperatorLifecycle.check { source, scheduler in source.throttle(.seconds(4), scheduler: scheduler) }
    OperatorLifecycle.check { source, scheduler in
      source.throttle(.seconds(4), latest: false, scheduler: scheduler)
    }
    OperatorLifecycle.check(.init(mayDelay: true)) { source, scheduler in
      source.throttle(.seconds(400), scheduler: scheduler)
    }
    OperatorLifecycle.checkElements { source, scheduler in source.throttle(.seconds(4), scheduler: scheduler)
    }
  }

  @Test func timeoutToAnother() {
    OperatorLifecycle.check { source, scheduler in
      source.timeout(.seconds(60), other: .never(), scheduler: scheduler)
    }
    OperatorLifecycle.checkSingle { source, scheduler in
      source.timeout(.seconds(60), other: .never(), scheduler: scheduler)
    }
  }

  @Test func toSingles() {
    OperatorLifecycle.check(.init(forwardsError: false)) { source in source.first() }
    OperatorLifecycle.check(.init(elements: [1])) { source in source.asSingle() }
    OperatorLifecycle.check(.init(elements: [1])) { source in source.asSingle().asObservable().asSingle() }
    OperatorLifecycle.checkElements(.init(elements: [1])) { source in source.asSingle() }
  }

  @Test func share() {
    OperatorLifecycle.check { source in source.share() }
    OperatorLifecycle.check { source in source.share(replay: 2) }
    OperatorLifecycle.check { source in source.share(replay: 0, scope: .forever) }
    OperatorLifecycle.checkElements { source in source.share() }
    OperatorLifecycle.checkElements { source in source.share(replay: 2) }
  }

  @Test func debug() {
    OperatorLifecycle.check { source in source.debug(to: { _ in }) }
    OperatorLifecycle.checkElements { source in source.debug(to: { _ in }) }
    OperatorLifecycle.checkSingle { source in source.debug(to: { _ in }) }
  }

  @Test func doAfter() {
    OperatorLifecycle.check { source in
      source.do(afterNext: { _ in }, afterError: { _ in }, afterCompleted: {}, onSubscribed: {})
    }
    OperatorLifecycle.checkSingle { source in source.do(afterSuccess: { _ in }, onSubscribed: {}) }
  }

  @Test func cached() {
    OperatorLifecycle.checkSingle { source in source.cached() }
    OperatorLifecycle.checkSingle { source, scheduler in source.cached(for: .seconds(5), scheduler: scheduler)
    }
  }

  @Test func paginate() {
    OperatorLifecycle.checkSingle { source in
      Observable.paginate(first: source) { _ in nil }.asSingle()
    }
  }

  @Test func retryWhenOfOneType() {
    OperatorLifecycle.check { source in
      source.retry(when: { (errors: Observable<Boom>) in errors })
    }
  }

  @Test func singleAsObservable() {
    OperatorLifecycle.checkSingle { source in source.asObservable().asSingle() }
    OperatorLifecycle.checkSingle { source in Single.deferred { source } }
    OperatorLifecycle.checkSingle { source in
      source.flatMap { Single.just($0).delay(.zero, scheduler: .immediate) }
    }
  }
}
