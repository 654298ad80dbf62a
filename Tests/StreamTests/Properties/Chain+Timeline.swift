/// What RxSwift's operators do, as functions of timelines; the differences that "Coming from RxSwift" lists are
/// included.
extension Chain {
  /// What a subscription at the place receives.
  func timeline(from start: Place, _ sources: [SourceScript]) -> Timeline {
    switch self {
    case .source(let number):
      return sources[number].timeline(number, from: start)
    case .step(let step, let chain):
      return step.timeline(from: start) { chain.timeline(from: $0, sources) }
    case .pair(let pair, let first, let second):
      return pair.timeline(
        from: start, { first.timeline(from: $0, sources) }, { second.timeline(from: $0, sources) })
    case .row(let row, let chains):
      return row.timeline(from: start, chains.map { chain in { chain.timeline(from: $0, sources) } })
    case .inner(let inner, let function, let chain, let chains):
      // The loop of `expand` goes on after the source has been started, inside the same call.
      let outer = chain.timeline(from: inner == .expand ? start.child(0) : start, sources)
      let stream = { (number: Int, place: Place) in
        chains[number % chains.count].timeline(from: place, sources)
      }
      return inner == .expand
        ? Chain.expanded(outer, from: start, function, stream) : inner.timeline(outer, function, stream)
    }
  }
}

typealias Subscribing = (_ start: Place) -> Timeline

extension SourceScript {
  func timeline(_ number: Int, from start: Place) -> Timeline {
    switch kind {
    case .subject(let replay): return subjectTimeline(from: start, replay: replay, first: nil)
    case .behavior(let first): return subjectTimeline(from: start, replay: 1, first: first)
    case .timer(let dueTime, let period): return ticks(from: start, after: dueTime, every: period)
    case .single:
      // The first signal is the result.
      let signals = createdItems(from: start).prefix(1)
      return created(number, from: start, Array(signals)).answering { $0.isEnd ? [$0] : [$0, .completed] }
    case .created, .ready:
      return created(number, from: start, createdItems(from: start))
    }
  }

  private func createdItems(from start: Place) -> [Item] {
    let now = atOnce.enumerated().map { Item(place: start.child($0), signal: $1) }
    let scheduling = start.child(now.count)
    return now + later.map { Item(place: scheduling.scheduled(after: $0.time), signal: $0.signal) }
  }

  private func created(_ number: Int, from start: Place, _ items: [Item]) -> Timeline {
    let end = items.last.flatMap { $0.signal.isEnd ? $0.place : nil } ?? .never
    let isCounted = kind != .ready
    return Timeline(items) { cut in
      // The disposable of `create` is known when its closure returns, at the same time.
      guard start < cut, isCounted else { return [] }
      let sent = items.filter { $0.place <= cut }.count
      return [Life(source: number, start: start.time, end: min(cut, end).time, sent: sent)]
    }
  }

  /// What an observer of a subject receives that subscribes at the place.
  ///
  /// - `first`: The first value of a behavior subject, which replays nothing after its end.
  private func subjectTimeline(from start: Place, replay: Int, first: Int?) -> Timeline {
    let past = later.filter { Place(time: $0.time) < start }
    var signals = (first.map { [.next($0)] } ?? []) + past.map(\.signal)
    let ending = signals.last.flatMap { $0.isEnd ? signals.removeLast() : nil }
    let kept = first != nil && ending != nil ? [] : signals.suffix(replay)
    let now = (kept + (ending.map { [$0] } ?? [])).enumerated().map {
      Item(place: start.child($0), signal: $1)
    }
    // Observers receive an event in the order in which they subscribed.
    let future = later.enumerated().dropFirst(past.count)
      .filter { replay > 0 || sent[$0.offset] ?? .never > start }
      .map { Item(place: start.scheduled(after: $0.element.time - start.time), signal: $0.element.signal) }
    return Timeline(now + future)
  }
}

extension Function {
  func signal(_ number: Int, _ make: (Int) -> Signal?) -> [Signal] {
    do { return try make(self(number)).map { [$0] } ?? [] } catch { return [.error(Failures.thrown)] }
  }

  func isTrue(_ number: Int) throws -> Bool { try self(number) % 3 != 0 }
}

extension Chain.Step {
  func timeline(from start: Place, _ source: @escaping Subscribing) -> Timeline {
    switch self {
    case .take(0):
      return Timeline([Item(place: start, signal: .completed)])
    case .retryOnce:
      // The notifier has completed by then, so a second error completes the stream.
      let first = source(start)
      guard !first.isCompleted, let end = first.end else { return first }
      let second = source(end.child(0)).answering { $0.isError ? [.completed] : [$0] }
      return Timeline(first.items.dropLast() + second.items, over: [first, second])
    case .subscribeOn:
      return source(start.scheduled(after: 0))
    case .single(let step):
      return step.timeline(from: start, source)
    case .backoff(let delays):
      return delays.timeline(from: start, source)
    case .retry(let attempts):
      var runs = [source(start)]
      while runs.count < attempts, let end = runs.last?.end, runs.last?.isCompleted == false {
        runs.append(source(end.child(0)))
      }
      let items = runs.enumerated().flatMap { number, run in
        number == runs.count - 1 ? run.items : run.items.filter { !$0.signal.isEnd }
      }
      return Timeline(items, over: runs)
    case .observeOn, .delay, .debounce, .throttle, .timeout, .takeFor, .skipFor:
      return timed(from: start, source(start))
    default:
      var state = State()
      if case .startWith(let elements) = self {
        let first = elements.enumerated().map { Item(place: start.child($0), signal: .next($1)) }
        let run = source(start.child(elements.count))
        return Timeline(first + run.items, over: [run])
      }
      let run = source(start)
      return run.answering { answer($0, &state) }
    }
  }

  /// What an operator remembers of the events before.
  private struct State {
    var count = 0
    var kept: [Int] = []
    var isOpen = false
  }

  private func answer(_ signal: Signal, _ state: inout State) -> [Signal] {
    guard case .next(let element) = signal else { return answerEnd(signal, state) }
    defer { state.count += 1 }
    do {
      switch self {
      case .map(let function): return [.next(try function(element))]
      case .filter(let function): return try function.isTrue(element) ? [signal] : []
      case .compactMap(let function):
        let result = try function(element)
        return result % 2 == 0 ? [.next(result)] : []
      case .scan(let function):
        state.kept = [try function((state.kept.last ?? 1) + element)]
        return [.next(state.kept[0])]
      case .reduce(let function):
        state.kept = [try function((state.kept.last ?? 1) + element)]
        return []
      case .take(let limit): return state.count + 1 < limit ? [signal] : [signal, .completed]
      case .skip(let limit): return state.count < limit ? [] : [signal]
      case .takeLast(let limit):
        state.kept = (state.kept + [element]).suffix(limit)
        return []
      case .takeWhile(let function, let inclusive):
        if try function.isTrue(element) { return [signal] }
        return inclusive ? [signal, .completed] : [.completed]
      case .skipWhile(let function):
        if !state.isOpen { state.isOpen = try !function.isTrue(element) }
        return state.isOpen ? [signal] : []
      case .elementAt(let index): return state.count == index ? [signal, .completed] : []
      case .distinct(let function):
        let key = try function(element) % 3
        if state.kept == [key] { return [] }
        state.kept = [key]
        return [signal]
      case .enumerated: return [.next(state.count * 1000 + element)]
      case .ignoreElements: return []
      case .toArray:
        state.kept.append(element)
        return []
      case .first: return [signal, .completed]
      case .asSingle:
        state.kept.append(element)
        return state.count > 0 ? [.error(Failures.moreThanOneElement)] : []
      default: return [signal]
      }
    } catch {
      return [.error(Failures.thrown)]
    }
  }

  private func answerEnd(_ signal: Signal, _ state: State) -> [Signal] {
    switch (self, signal) {
    case (.materialize, .error(let error)): return [.next(5000 + error), .completed]
    case (.materialize, _): return [.next(6000), .completed]
    case (.catchAndReturn(let element), .error): return [.next(element), .completed]
    case (.mapError(let offset), .error(let error)): return [.error(error + offset)]
    case (_, .error): return [signal]
    case (.reduce, _): return [.next(state.kept.last ?? 1), .completed]
    case (.takeLast, _): return state.kept.map { .next($0) } + [.completed]
    case (.elementAt, _): return [.error(Failures.argumentOutOfRange)]
    case (.toArray, _): return [.next(state.kept.reduce(7) { ($0 * 31 + $1) % 997 }), .completed]
    case (.first, _): return [.next(7000), .completed]
    case (.asSingle, _):
      return state.kept.first.map { [.next($0), .completed] } ?? [.error(Failures.noElements)]
    case (.ifEmpty(let element), _): return state.count == 0 ? [.next(element), .completed] : [signal]
    default: return [signal]
    }
  }
}

extension Chain.Pair {
  func timeline(from start: Place, _ source: @escaping Subscribing, _ other: @escaping Subscribing)
    -> Timeline
  {
    switch self {
    case .concat:
      return continued(source(start), with: other) { $0.isCompleted }
    case .catchError:
      return continued(source(start), with: other) { !$0.isCompleted }
    case .catchOdd:
      // Its closure throws for even errors.
      let run = source(start)
      guard case .error(let error) = run.items.last?.signal, error % 2 == 0, let end = run.end else {
        return continued(run, with: other) { !$0.isCompleted }
      }
      return Timeline(run.items.dropLast() + [Item(place: end, signal: .error(Failures.thrown))], over: [run])
    case .singleFlatMap, .singleCatch, .singleZip, .singleTimeout, .andThen, .singleAndThen:
      return ofSingles(from: start, source, other)
    case .ifEmpty:
      return continued(source(start), with: other) { $0.isCompleted && $0.items.count == 1 }
    case .timeout(let delay):
      return timedOut(source(start), from: start, after: delay, other)
    case .amb:
      return Chain.Row.fastest([source(start.child(0)), other(start.child(1))])
    case .takeUntil:
      let until = other(start.child(0)).untilFirst
      let run = source(start.child(1))
      let stops = until.items.filter { $0.signal != .completed }
        .map { $0.signal.isElement ? Item(place: $0.place, signal: .completed) : $0 }
      return Timeline(inOrder([Timeline(stops), run]).map(\.item), over: [until, run])
    case .skipUntil:
      let until = other(start.child(0)).untilFirst
      let run = source(start.child(1))
      let opening = until.opening ?? .never
      let items = run.items.filter { $0.place > opening || $0.signal.isError }
      let errors = until.items.filter(\.signal.isError)
      // If the source completes before the other stream opens it, both are disposed of, and nothing is sent.
      let silentEnd = run.completion.flatMap { $0 < opening ? $0 : nil }
      return Timeline(
        inOrder([Timeline(items), Timeline(errors).cut(at: silentEnd)]).map(\.item),
        over: [until.cut(at: silentEnd), run])
    case .withLatestFrom(let function):
      let second = other(start.child(0))
      let first = source(start.child(1))
      var latest: Int?
      var output: [Item] = []
      for (from, item) in inOrder([second, first]) {
        switch (from, item.signal) {
        case (0, .next(let element)): latest = element
        case (0, .completed): break
        case (1, .next(let element)):
          guard let latest else { break }
          output += function.signal(element * 5 + latest) { .next($0) }.map {
            Item(place: item.place, signal: $0)
          }
        default: output.append(item)
        }
      }
      return Timeline(output, over: [second, first])
    }
  }

  private func continued(_ run: Timeline, with other: Subscribing, if goesOn: (Timeline) -> Bool) -> Timeline
  {
    guard let end = run.end, goesOn(run) else { return run }
    let next = other(end.child(0))
    return Timeline(run.items.dropLast() + next.items, over: [run, next])
  }
}

extension Signal {
  var isElement: Bool { !isEnd }
  var isError: Bool { if case .error = self { true } else { false } }
}

extension Timeline {
  /// The place of the first element.
  var opening: Place? { items.first.flatMap { $0.signal.isElement ? $0.place : nil } }

  /// This timeline as an input that is disposed of by its first element.
  var untilFirst: Timeline {
    guard let opening else { return self }
    return Timeline(Array(items.prefix(1))) { lives(min($0, opening)) }
  }
}
