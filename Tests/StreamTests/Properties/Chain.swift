/// A source of a chain: how it is made, and what it sends.
struct SourceScript: Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    /// `create`: signals inside `subscribe`, then others after delays.
    case created
    /// `from`, `just`, `empty` or `error`, which send everything inside `subscribe`.
    case ready
    /// A subject that replays this many elements; 0 is a publish subject. Its times are those of the
    /// scheduler.
    case subject(replay: Int)
    /// A behavior subject with this first value.
    case behavior(Int)
    /// `Single.create`: the first signal is its result, and those that follow it count for nothing.
    case single
    /// `timer`, or `interval` where the first delay is the period.
    case timer(dueTime: Int, period: Int?)
  }

  var kind: Kind
  var atOnce: [Signal] = []
  var later: [(time: Int, signal: Signal)] = []
  /// Where those of `later` were sent that waited for an earlier delivery to end.
  var sent: [Int: Place] = [:]

  var description: String {
    let times = later.map { "\($0.signal)@\($0.time)" }
    return "\(kind) \(atOnce) \(times)"
  }
}

/// A closure of numbers that throws for some of them.
struct Function: Sendable, CustomStringConvertible {
  struct Failure: Error {}

  var factor: Int
  /// The remainder by 11 for which it throws, or -1.
  var failing: Int

  var description: String { failing < 0 ? "×\(factor)" : "×\(factor) throws \(failing)" }

  func callAsFunction(_ number: Int) throws -> Int {
    if number % 11 == failing { throw Failure() }
    return abs(number * factor + 1) % 997
  }
}

/// The delays of a backoff, and the errors that it does not retry.
struct Delays: Sendable, CustomStringConvertible {
  var limit: Int
  var base: Int
  var maximum: Int
  /// The remainder by 4 of the errors that end the stream at once, or -1.
  var refused: Int

  var description: String { "\(limit) attempts, \(base) to \(maximum), refuses \(refused)" }

  func isRetried(_ error: Int) -> Bool { abs(error) % 4 != refused }

  /// The delay after this many attempts, or nil to stop retrying.
  func delay(after error: Int, attempts: Int) -> Int? {
    guard attempts < limit, isRetried(error) else { return nil }
    return min(base << (attempts - 1), maximum)
  }
}

/// A chain of operators, which is made twice: of timelines, and of observables.
indirect enum Chain: Sendable {
  enum Step: Sendable {
    case map(Function), filter(Function), compactMap(Function), scan(Function), reduce(Function)
    case take(Int), skip(Int), takeLast(Int), takeWhile(Function, inclusive: Bool), skipWhile(Function)
    case elementAt(Int), distinct(Function), startWith([Int]), enumerated, ignoreElements, toArray
    case first, asSingle, materialize, rematerialize, ifEmpty(Int), catchAndReturn(Int), mapError(Int), share(
      Int), effects
    case observeOn, subscribeOn, delay(Int), debounce(Int), throttle(Int, latest: Bool), timeout(Int),
      takeFor(Int), skipFor(Int)
    case retry(Int), retryOnce, backoff(Delays)
    case single(SingleStep)
  }

  /// The operators of a single that the element, if there is exactly one, passes.
  enum SingleStep: Sendable {
    case map(Function), delay(Int), timeout(Int), retry(Int), observeOn, effects
    case retryOnce, backoff(Delays), catchAndReturn(Int), mapError(Int), subscribeOn, cached, debug
  }

  enum Pair: Sendable {
    case concat, amb, takeUntil, skipUntil, catchError, catchOdd, ifEmpty, timeout(Int),
      withLatestFrom(Function)
    case singleFlatMap(Function), singleCatch(Function), singleZip, singleTimeout(Int), andThen, singleAndThen
  }

  enum Row: Sendable {
    case merge, concat, zip, zipCollection, combineLatest, combineCollection, catchSequence, amb
    case zipThrowing, combineThrowing
    case singleZip, singleZipMax(Int)
  }

  enum Inner: Hashable, Sendable {
    case flatMap, concatMap, flatMapLatest, flatMapFirst, mergeMax(Int), expand
  }

  case source(Int)
  case step(Step, Chain)
  case pair(Pair, Chain, Chain)
  case row(Row, [Chain])
  /// Element `n` becomes the stream at `n` modulo their number; it throws like the function.
  case inner(Inner, Function, Chain, [Chain])
}

extension Chain: CustomStringConvertible {
  var description: String {
    switch self {
    case .source(let number): "s\(number)"
    case .step(let step, let chain): "\(chain).\(step)"
    case .pair(let pair, let first, let second): "\(first).\(pair)(\(second))"
    case .row(let row, let chains): "\(row)\(chains)"
    case .inner(let inner, let function, let chain, let chains): "\(chain).\(inner)(\(function), \(chains))"
    }
  }
}

/// The numbers that stand for errors.
enum Failures {
  static let thrown = -1
  static let argumentOutOfRange = -2
  static let noElements = -3
  static let moreThanOneElement = -4
  static let timeout = -5
}

extension Chain.Step {
  /// Whether it uses the scheduler.
  var isTimed: Bool {
    switch self {
    case .observeOn, .subscribeOn, .delay, .debounce, .throttle, .timeout, .takeFor, .skipFor, .backoff: true
    case .single(let step):
      switch step {
      case .delay, .timeout, .observeOn, .subscribeOn, .backoff: true
      default: false
      }
    default: false
    }
  }
}
