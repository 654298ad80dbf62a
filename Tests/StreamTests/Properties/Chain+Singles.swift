import NetTesting
import Stream

extension Chain.SingleStep {
  func single(_ source: Single<Int>, _ parts: ChainParts) -> Single<Int> {
    let token = parts.token
    return switch self {
    case .map(let function): source.map(parts.calling(function))
    case .delay(let time): source.delay(.nanoseconds(time), scheduler: parts.scheduler)
    case .timeout(let time): source.timeout(.nanoseconds(time), scheduler: parts.scheduler)
    case .retry(let attempts): source.retry(attempts)
    case .retryOnce: source.retry { $0.take(1) }
    case .backoff(let delays): source.retry(backoff: delays.backoff, scheduler: parts.scheduler)
    case .observeOn: source.observe(on: parts.scheduler)
    case .subscribeOn: source.subscribe(on: parts.scheduler)
    case .catchAndReturn(let element): source.catchAndReturn(element)
    case .mapError(let offset):
      source.mapError { error in
        withExtendedLifetime(token) { Boom(number: Failures.number(of: error) + offset) }
      }
    case .cached: source.cached()
    case .debug: source.debug("a", to: { _ in withExtendedLifetime(token) {} })
    case .effects:
      source.do(
        onSuccess: { _ in withExtendedLifetime(token) {} }, onError: { _ in withExtendedLifetime(token) {} },
        onDispose: { withExtendedLifetime(token) {} })
    }
  }

  func timeline(from start: Place, _ source: @escaping Subscribing) -> Timeline {
    let single: Subscribing = { Chain.Step.asSingle.timeline(from: $0, source) }
    return switch self {
    case .map(let function): Chain.Step.map(function).timeline(from: start, single)
    case .delay(let time): Chain.Step.delay(time).timeline(from: start, single)
    case .timeout(let time): Chain.Step.timeout(time).timeline(from: start, single)
    case .retry(let attempts): Chain.Step.retry(attempts).timeline(from: start, single)
    // A completion of the notifier, which would end an observable, is a single without an element.
    case .retryOnce:
      Chain.Step.asSingle.timeline(from: start) { Chain.Step.retryOnce.timeline(from: $0, single) }
    case .backoff(let delays): Chain.Step.backoff(delays).timeline(from: start, single)
    case .observeOn: Chain.Step.observeOn.timeline(from: start, single)
    case .subscribeOn: Chain.Step.subscribeOn.timeline(from: start, single)
    case .catchAndReturn(let element): Chain.Step.catchAndReturn(element).timeline(from: start, single)
    case .mapError(let offset): Chain.Step.mapError(offset).timeline(from: start, single)
    case .effects, .cached, .debug: single(start)
    }
  }
}

extension Chain.Pair {
  func ofSingles(_ source: Single<Int>, _ other: Observable<Int>, _ parts: ChainParts) -> Observable<Int> {
    let token = parts.token
    switch self {
    case .singleFlatMap(let function):
      let call = parts.calling(function)
      return source.flatMap { number in
        _ = try call(number)
        return other.asSingle()
      }.asObservable()
    case .singleCatch(let function):
      let call = parts.calling(function)
      return source.catch { error in
        _ = try call(Failures.number(of: error))
        return other.asSingle()
      }.asObservable()
    case .singleZip:
      return Single<Int>.zip(source, other.asSingle()) { Chain.Row.number(of: [$0, $1]) }.asObservable()
    case .singleTimeout(let time):
      return source.timeout(.nanoseconds(time), other: other.asSingle(), scheduler: parts.scheduler)
        .asObservable()
    case .andThen:
      return source.map { _ in withExtendedLifetime(token) {} }.andThen(other)
    case .singleAndThen:
      return source.map { _ in withExtendedLifetime(token) {} }.andThen(other.asSingle()).asObservable()
    default:
      return other
    }
  }

  func ofSingles(from start: Place, _ source: @escaping Subscribing, _ other: @escaping Subscribing)
    -> Timeline
  {
    let single: Subscribing = { Chain.Step.asSingle.timeline(from: $0, source) }
    let second: Subscribing = { Chain.Step.asSingle.timeline(from: $0, other) }
    let certain = Function(factor: 1, failing: -1)
    switch self {
    case .singleFlatMap(let function):
      return Chain.Inner.flatMap.timeline(single(start), function) { second($1) }
    case .singleCatch(let function):
      let run = single(start)
      guard case .error(let error) = run.items.last?.signal, let end = run.end else { return run }
      if (try? function(error)) == nil {
        return Timeline(
          run.items.dropLast() + [Item(place: end, signal: .error(Failures.thrown))], over: [run])
      }
      let next = second(end.child(0))
      return Timeline(run.items.dropLast() + next.items, over: [run, next])
    case .singleZip:
      return Chain.Row.zip.timeline(from: start, [single, second])
    case .singleTimeout(let delay):
      return timedOut(single(start), from: start, after: delay, second)
    case .andThen:
      return Chain.Inner.flatMap.timeline(single(start), certain) { other($1) }
    case .singleAndThen:
      return Chain.Inner.flatMap.timeline(single(start), certain) { second($1) }
    default:
      return Timeline()
    }
  }
}

extension Chain.Row {
  /// What `zip` of singles makes of them: one row, or the first error.
  func ofSingles(from start: Place, _ sources: [Subscribing]) -> Timeline {
    let singles: [Subscribing] = sources.map { source in { Chain.Step.asSingle.timeline(from: $0, source) } }
    guard case .singleZipMax(let limit) = self else {
      return Chain.Step.take(1).timeline(from: start) { Chain.Row.zipCollection.timeline(from: $0, singles) }
    }
    // Each element has the number of its single, in whose order the row is.
    let unit = 100_000_000
    let numbers = Timeline(
      singles.indices.map { Item(place: start.child($0), signal: .next($0)) }
        + [Item(place: start.child(singles.count), signal: .completed)])
    let merged = Chain.Inner.mergeMax(limit).timeline(numbers, Function(factor: 1, failing: -1)) {
      next, place in
      let number = next - 1
      return singles[number](place).answering { signal in
        if case .next(let element) = signal { [.next(number * unit + element)] } else { [signal] }
      }
    }
    let elements = merged.items.compactMap { if case .next(let element) = $0.signal { element } else { nil } }
    return Chain.Step.ignoreElements.timeline(from: start) { _ in merged }.answering { signal in
      guard signal == .completed else { return [signal] }
      return [.next(Chain.Row.number(of: elements.sorted().map { $0 % unit })), .completed]
    }
  }
}

extension Delays {
  var backoff: Backoff {
    Backoff(maximumAttempts: limit, base: .nanoseconds(base), maximumDelay: .nanoseconds(maximum))
      .retrying { isRetried(Failures.number(of: $0)) }
  }
}
