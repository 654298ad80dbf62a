import NetTesting
import Stream

/// What a run of a chain consists of, besides its operators.
struct ChainParts: Sendable {
  let sources: [Observable<Int>]
  let scheduler: TestScheduler
  /// Captured by every closure of the chain, so that it lives as long as any of them.
  let token: Token
  /// Called by every call of a function.
  let called: @Sendable () -> Void

  func calling(_ function: Function) -> @Sendable (Int) throws -> Int {
    let (token, called) = (token, called)
    return { number in
      called()
      return try withExtendedLifetime(token) { try function(number) }
    }
  }
}

extension Failures {
  static func number(of error: any Error) -> Int {
    switch error {
    case let error as Boom: error.number
    case StreamError.argumentOutOfRange: argumentOutOfRange
    case StreamError.noElements: noElements
    case StreamError.moreThanOneElement: moreThanOneElement
    case StreamError.timeout: timeout
    default: thrown
    }
  }
}

extension Chain {
  func observable(_ parts: ChainParts) -> Observable<Int> {
    switch self {
    case .source(let number):
      parts.sources[number]
    case .step(let step, let chain):
      step.observable(chain.observable(parts), parts)
    case .pair(let pair, let first, let second):
      pair.observable(first.observable(parts), second.observable(parts), parts)
    case .row(let row, let chains):
      row.observable(chains.map { $0.observable(parts) })
    case .inner(let inner, let function, let chain, let chains):
      inner.observable(
        chain.observable(parts), parts.calling(function), chains.map { $0.observable(parts) })
    }
  }
}

extension Chain.Step {
  func observable(_ source: Observable<Int>, _ parts: ChainParts) -> Observable<Int> {
    // Without a default, so that a new operator is missed here instead of being left out of every chain.
    switch self {
    case .observeOn, .subscribeOn, .delay, .debounce, .throttle, .timeout, .takeFor, .skipFor, .backoff:
      timed(source, parts.scheduler)
    case .map, .filter, .compactMap, .scan, .reduce, .takeWhile, .skipWhile, .distinct: calling(source, parts)
    case .take, .skip, .takeLast, .elementAt, .startWith, .enumerated, .ignoreElements, .toArray, .first,
      .asSingle,
      .materialize, .rematerialize, .ifEmpty, .catchAndReturn, .mapError, .share, .effects, .retry,
      .retryOnce, .single:
      plain(source, parts)
    }
  }

  private func timed(_ source: Observable<Int>, _ scheduler: TestScheduler) -> Observable<Int> {
    switch self {
    case .observeOn: source.observe(on: scheduler)
    case .subscribeOn: source.subscribe(on: scheduler)
    case .delay(let time): source.delay(.nanoseconds(time), scheduler: scheduler)
    case .debounce(let time): source.debounce(.nanoseconds(time), scheduler: scheduler)
    case .throttle(let time, let latest):
      source.throttle(.nanoseconds(time), latest: latest, scheduler: scheduler)
    case .timeout(let time): source.timeout(.nanoseconds(time), scheduler: scheduler)
    case .takeFor(let time): source.take(for: .nanoseconds(time), scheduler: scheduler)
    case .skipFor(let time): source.skip(for: .nanoseconds(time), scheduler: scheduler)
    case .backoff(let delays): source.retry(backoff: delays.backoff, scheduler: scheduler)
    default: source
    }
  }

  private func calling(_ source: Observable<Int>, _ parts: ChainParts) -> Observable<Int> {
    switch self {
    case .map(let function): return source.map(parts.calling(function))
    case .filter(let function):
      let call = parts.calling(function)
      return source.filter { try call($0) % 3 != 0 }
    case .compactMap(let function):
      let call = parts.calling(function)
      return source.compactMap {
        let result = try call($0)
        return result % 2 == 0 ? result : nil
      }
    case .scan(let function):
      let call = parts.calling(function)
      return source.scan(1) { try call($0 + $1) }
    case .reduce(let function):
      let call = parts.calling(function)
      return source.reduce(1) { try call($0 + $1) }
    case .takeWhile(let function, let inclusive):
      let call = parts.calling(function)
      return source.take(while: { try call($0) % 3 != 0 }, behavior: inclusive ? .inclusive : .exclusive)
    case .skipWhile(let function):
      let call = parts.calling(function)
      return source.skip(while: { try call($0) % 3 != 0 })
    case .distinct(let function):
      let call = parts.calling(function)
      return source.distinctUntilChanged { try call($0) % 3 }
    default: return source
    }
  }

  private func plain(_ source: Observable<Int>, _ parts: ChainParts) -> Observable<Int> {
    let token = parts.token
    switch self {
    case .take(let count): return source.take(count)
    case .skip(let count): return source.skip(count)
    case .takeLast(let count): return source.take(last: count)
    case .elementAt(let index): return source.element(at: index)
    case .startWith(let elements):
      return elements.reversed().reduce(source) { $0.startWith($1) }
    case .enumerated: return source.enumerated().map { $0.index * 1000 + $0.element }
    case .ignoreElements: return source.ignoreElements().map { (_: Never) -> Int in }
    case .toArray:
      return source.toArray().map { elements in elements.reduce(7) { ($0 * 31 + $1) % 997 } }.asObservable()
    case .first: return source.first().map { $0 ?? 7000 }.asObservable()
    case .asSingle: return source.asSingle().asObservable()
    case .materialize:
      return source.materialize().map { event in
        if let error = event.error { return 5000 + Failures.number(of: error) }
        return event.element ?? 6000
      }
    case .rematerialize: return source.materialize().dematerialize()
    case .ifEmpty(let element): return source.ifEmpty(default: element)
    case .catchAndReturn(let element): return source.catchAndReturn(element)
    case .mapError(let offset):
      return source.mapError { error in
        withExtendedLifetime(token) { Boom(number: Failures.number(of: error) + offset) }
      }
    case .share(let replay): return source.share(replay: replay)
    case .effects:
      return source.do(
        onNext: { _ in withExtendedLifetime(token) {} }, onCompleted: { withExtendedLifetime(token) {} },
        onDispose: { withExtendedLifetime(token) {} })
    case .retry(let attempts): return source.retry(attempts)
    case .retryOnce: return source.retry { $0.take(1) }
    case .single(let step): return step.single(source.asSingle(), parts).asObservable()
    default: return source
    }
  }
}

extension Chain.Pair {
  func observable(_ source: Observable<Int>, _ other: Observable<Int>, _ parts: ChainParts) -> Observable<Int>
  {
    switch self {
    case .concat: return source.concat(other)
    case .amb: return source.amb(other)
    case .takeUntil: return source.take(until: other)
    case .skipUntil: return source.skip(until: other)
    case .catchError:
      let token = parts.token
      return source.catch { _ in withExtendedLifetime(token) { other } }
    case .catchOdd:
      let token = parts.token
      return source.catch { error in
        try withExtendedLifetime(token) {
          if Failures.number(of: error) % 2 == 0 { throw Function.Failure() }
          return other
        }
      }
    case .singleFlatMap, .singleCatch, .singleZip, .singleTimeout, .andThen, .singleAndThen:
      return ofSingles(source.asSingle(), other, parts)
    case .ifEmpty: return source.ifEmpty(switchTo: other)
    case .timeout(let time):
      return source.timeout(.nanoseconds(time), other: other, scheduler: parts.scheduler)
    case .withLatestFrom(let function):
      let call = parts.calling(function)
      return source.withLatestFrom(other) { try call($0 * 5 + $1) }
    }
  }
}

extension Chain.Row {
  func observable(_ sources: [Observable<Int>]) -> Observable<Int> {
    switch self {
    case .merge: .merge(sources)
    case .concat: .concat(sources)
    case .catchSequence: .catch(sequence: sources)
    case .amb: .amb(sources)
    case .zipCollection: Observable<Int>.zip(sources).map(Chain.Row.number)
    case .zip: zipped(sources, Chain.Row.number)
    case .zipThrowing: zipped(sources, Chain.Row.throwing)
    case .combineCollection: Observable<Int>.combineLatest(sources).map(Chain.Row.number)
    case .combineLatest: combined(sources, Chain.Row.number)
    case .combineThrowing: combined(sources, Chain.Row.throwing)
    case .singleZip: Single.zip(sources.map { $0.asSingle() }).map(Chain.Row.number).asObservable()
    case .singleZipMax(let limit):
      Single.zip(sources.map { $0.asSingle() }, maxConcurrent: limit).map(Chain.Row.number).asObservable()
    }
  }

  private func zipped(
    _ sources: [Observable<Int>], _ make: @escaping @Sendable ([Int]) throws -> Int
  ) -> Observable<Int> {
    switch sources.count {
    case 2: .zip(sources[0], sources[1]) { try make([$0, $1]) }
    case 3: .zip(sources[0], sources[1], sources[2]) { try make([$0, $1, $2]) }
    default: Observable<Int>.zip(sources).map(make)
    }
  }

  private func combined(
    _ sources: [Observable<Int>], _ make: @escaping @Sendable ([Int]) throws -> Int
  ) -> Observable<Int> {
    switch sources.count {
    case 2: .combineLatest(sources[0], sources[1]) { try make([$0, $1]) }
    case 3: .combineLatest(sources[0], sources[1], sources[2]) { try make([$0, $1, $2]) }
    default: Observable<Int>.combineLatest(sources).map(make)
    }
  }
}

extension Chain.Inner {
  func observable(
    _ source: Observable<Int>, _ function: @escaping @Sendable (Int) throws -> Int,
    _ streams: [Observable<Int>]
  ) -> Observable<Int> {
    let stream: @Sendable (Int) throws -> Observable<Int> = { streams[try function($0) % streams.count] }
    return switch self {
    case .flatMap: source.flatMap(stream)
    case .concatMap: source.concatMap(stream)
    case .flatMapLatest: source.flatMapLatest(stream)
    case .flatMapFirst: source.flatMapFirst(stream)
    case .mergeMax(let limit): source.map(stream).merge(maxConcurrent: limit)
    case .expand:
      source.expand { element in
        let stream = try stream(element)
        guard element < Chain.lastGeneration else { return Observable<Int>.empty() }
        return stream.take(Chain.children).map { Chain.child($0, of: element) }
      }
    }
  }
}
