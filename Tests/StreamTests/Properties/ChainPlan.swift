import TestSupport

/// A chain with its sources, and when it is subscribed to and disposed of: everything that a seed decides.
struct ChainPlan: CustomStringConvertible {
  enum Stop: Hashable {
    case none
    case time(Int)
    /// Inside the delivery of the n-th event, from 0.
    case event(Int)
    /// Inside the n-th call of a closure of the chain, from 1.
    case call(Int)
  }

  static let subscription = 20_000_000
  static let horizon = 10_000_000_000

  private(set) var sources: [SourceScript] = []
  private(set) var chain = Chain.source(0)
  private(set) var stop = Stop.none
  private var numbers: SeededGenerator
  /// The kind of the one subject of a chain without timers.
  private(set) var subject: SourceScript.Kind?
  private var isTimeless: Bool { subject != nil }

  init(seed: Int, steps: Int? = nil) {
    numbers = SeededGenerator(seed: UInt64(seed))
    let count = steps ?? random(1...6)
    chain = makeChain(steps: count)
    switch random(0...6) {
    case 2: stop = .call(random(1...8))
    case 0: stop = .time(ChainPlan.subscription + time())
    case 1: stop = .event(random(0...4))
    default: break
    }
  }

  /// A chain without timers, all of whose sources but those that are ready are one subject.
  init(timeless seed: Int) {
    numbers = SeededGenerator(seed: UInt64(seed))
    subject = [.subject(replay: 0), .subject(replay: random(1...3)), .behavior(4)][min(random(0...3), 2)]
    chain = makeChain(steps: random(1...6))
  }

  /// The subject of a timeless chain has sent the elements, one after another.
  func received(afterSending elements: [(element: Int, at: Place?)]) -> [(element: Int, at: Place)] {
    var sources = sources
    for index in sources.indices where sources[index].isSubject {
      sources[index].later = elements.enumerated().map { (time: $0 + 1, signal: .next($1.element)) }
      for (number, sent) in elements.enumerated() { sources[index].sent[number] = sent.at }
    }
    return chain.timeline(from: Place(time: 0, path: [0]), sources).items.compactMap { item in
      if case .next(let element) = item.signal, item.place.time > 0 { (element, item.place) } else { nil }
    }
  }

  var description: String {
    let listed = sources.enumerated().map { "  s\($0): \($1)" }.joined(separator: "\n")
    return "\(chain)\n\(listed)\n  stop: \(stop)"
  }

  /// What the reference says that the chain does.
  var expected: (items: [Item], lives: [Life], over: Int) {
    let start = Place(time: ChainPlan.subscription, path: [0])
    let timeline = chain.timeline(from: start, sources)
    var cut = Place(time: ChainPlan.horizon)
    switch stop {
    case .none, .call: break
    case .time(let time): cut = Place(time: time)
    case .event(let number):
      if number < timeline.items.count { cut = timeline.items[number].place }
      // The disposable is known when `subscribe` has returned.
      if start.contains(cut) { cut = start.returned }
    }
    let items = timeline.items.filter { $0.place <= cut }
    let end = min(cut, timeline.end ?? .never)
    return (items, timeline.lives(cut).sorted(), end.time)
  }

  // MARK: Random parts

  private mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  /// Fine enough for sums of times never to be equal.
  private mutating func time() -> Int { random(1...100_000_000) }

  /// How long an operator waits.
  private mutating func wait() -> Int { isOne(in: 8) ? 0 : time() }

  private mutating func isOne(in count: Int) -> Bool { random(1...count) == 1 }

  private mutating func function() -> Function {
    Function(factor: random(1...20), failing: isOne(in: 6) ? random(0...10) : -1)
  }

  private mutating func makeChain(steps: Int, isInner: Bool = false) -> Chain {
    guard steps > 0 else { return makeSource() }
    switch random(0...9) {
    case 0...5:
      return .step(makeStep(isInner), makeChain(steps: steps - 1, isInner: isInner))
    case 6, 7:
      let left = random(0...(steps - 1))
      return .pair(
        makePair(), makeChain(steps: left, isInner: isInner),
        makeChain(steps: steps - 1 - left, isInner: isInner))
    case 8:
      let rows: [Chain.Row] = [
        .merge, .concat, .zip, .zipCollection, .combineLatest, .combineCollection, .catchSequence, .amb,
        .zipThrowing, .combineThrowing, .singleZip, .singleZipMax(random(1...3)),
      ]
      let row = rows[random(0...(rows.count - 1))]
      let first = makeChain(steps: steps - 1, isInner: isInner)
      return .row(
        row, [first] + (0..<random(0...2)).map { _ in makeChain(steps: random(0...1), isInner: isInner) })
    default:
      let inners: [Chain.Inner] = [
        .flatMap, .concatMap, .flatMapLatest, .flatMapFirst, .mergeMax(random(1...3)), .expand,
      ]
      let inner = inners[random(0...(inners.count - 1))]
      let outer = makeChain(steps: steps - 1, isInner: isInner)
      return .inner(
        inner, function(), outer,
        (0..<random(1...2)).map { _ in makeChain(steps: random(0...1), isInner: true) })
    }
  }

  private mutating func makeSource() -> Chain {
    if !sources.isEmpty, isOne(in: 5) { return .source(random(0...(sources.count - 1))) }
    var source = SourceScript(kind: .created)
    let kind = isTimeless ? [5, 8, 8][random(0...2)] : random(0...12)
    let ending: Signal? = [.completed, .completed, .error(random(1...9)), nil][random(0...3)]
    switch kind {
    case 0...4:
      source.atOnce = (0..<random(0...6)).prefix(isOne(in: 2) ? 6 : 0).map { _ in .next(random(0...30)) }
      let times = (0..<random(0...8)).map { _ in time() }.sorted()
      source.later = times.map { (time: $0, signal: .next(random(0...30))) }
      if let ending {
        if times.isEmpty, isOne(in: 2) {
          source.atOnce.append(ending)
        } else {
          source.later.append((time: (times.last ?? 0) + time(), signal: ending))
        }
      }
    case 5, 6:
      source.kind = .ready
      source.atOnce = (0..<random(0...4)).map { _ in .next(random(0...30)) } + [.completed]
      if isOne(in: 4) { source.atOnce = [.error(random(1...9))] }
    case 10:
      let period = isOne(in: 3) ? nil : 1_000_000_000 + 10 * time()
      source.kind = .timer(dueTime: isOne(in: 4) ? period ?? time() : wait(), period: period)
    case 11:
      source.kind = .single
      let result: Signal = isOne(in: 3) ? .error(random(1...9)) : .next(random(0...30))
      if isOne(in: 3) { source.atOnce = [result, .next(0)] } else { source.later = [(time(), result)] }
    default:
      source.kind = .subject(replay: kind == 7 ? [1, 2, 3, .max][random(0...3)] : 0)
      if kind == 12 { source.kind = .behavior(random(0...30)) }
      if let subject {
        source.kind = subject
        break
      }
      let times = (0..<random(0...12)).map { _ in time() }.sorted()
      source.later = times.map { (time: $0, signal: .next(random(0...30))) }
      if let ending { source.later.append((time: (times.last ?? 0) + time(), signal: ending)) }
    }
    sources.append(source)
    return .source(sources.count - 1)
  }

  /// Only in a stream that is subscribed to once at a time is `share` like no operator at all.
  private mutating func makeStep(_ isInner: Bool) -> Chain.Step {
    // Half of them are operators that let most elements pass.
    let mild: [Chain.Step] = [
      .map(function()), .filter(function()), .scan(function()), .skip(1), .distinct(function()), .enumerated,
      .startWith([random(0...30)]), .effects, .observeOn, .subscribeOn, .rematerialize, .delay(wait()),
      .mapError(random(1...5)), .throttle(wait() / 10, latest: isOne(in: 2)), .debounce(wait() / 10),
    ]
    let step = mild[random(0...(mild.count - 1))]
    if isOne(in: 2) { return isTimeless && step.isTimed ? .enumerated : step }
    let steps: [Chain.Step] = [
      .map(function()), .filter(function()), .compactMap(function()), .scan(function()), .reduce(function()),
      .take(random(0...4)), .skip(random(0...3)), .takeLast(random(0...3)),
      .takeWhile(function(), inclusive: isOne(in: 2)), .skipWhile(function()), .elementAt(random(0...3)),
      .distinct(function()), .startWith((0..<random(0...2)).map { _ in random(0...30) }), .enumerated,
      .ignoreElements, .toArray, .first, .asSingle, .materialize, .rematerialize, .ifEmpty(random(0...30)),
      .catchAndReturn(random(0...30)), .mapError(random(1...5)),
      isInner ? .materialize : .share(random(0...2)), .effects, .delay(wait()),
      .debounce(wait()), .throttle(wait(), latest: isOne(in: 2)), .timeout(wait()), .takeFor(wait()),
      .skipFor(wait()), .retry(random(1...3)), .retryOnce, .observeOn, .subscribeOn,
      .backoff(delays()),
    ]
    let other = isOne(in: 4) ? .single(makeSingleStep(isInner)) : steps[random(0...(steps.count - 1))]
    return isTimeless && other.isTimed ? .enumerated : other
  }

  private mutating func delays() -> Delays {
    let base = wait() / 4
    return Delays(
      limit: random(0...4), base: base, maximum: isOne(in: 3) ? base + time() / 4 : .max,
      refused: isOne(in: 4) ? random(0...3) : -1)
  }

  /// `cached` is no operator at all where `share` is none.
  private mutating func makeSingleStep(_ isInner: Bool) -> Chain.SingleStep {
    let steps: [Chain.SingleStep] = [
      .map(function()), .delay(wait()), .timeout(wait()), .retry(random(1...3)), .observeOn, .effects,
      .retryOnce, .backoff(delays()), .catchAndReturn(random(0...30)), .mapError(random(1...5)), .subscribeOn,
      isInner ? .debug : .cached, .debug,
    ]
    return steps[random(0...(steps.count - 1))]
  }

  private mutating func makePair() -> Chain.Pair {
    let pairs: [Chain.Pair] = [
      .concat, .amb, .takeUntil, .skipUntil, .catchError, .catchOdd, .singleFlatMap(function()),
      .singleCatch(function()), .singleZip, .ifEmpty, .andThen, .singleAndThen,
      isTimeless ? .concat : .timeout(wait()), isTimeless ? .concat : .singleTimeout(wait()),
      .withLatestFrom(function()),
    ]
    return pairs[random(0...(pairs.count - 1))]
  }
}
