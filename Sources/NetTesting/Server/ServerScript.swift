import Foundation
import Net

/// What a route answers.
enum ServerAnswer: Sendable {
  /// This.
  case response(StubResponse)
  /// What the closure makes of the request, off the thread of the server.
  case closure(@Sendable (RecordedRequest) -> StubResponse)

  /// Whether it is given before the body of a request is there.
  var isEarly: Bool { if case .response(let response) = self { response.isBeforeBody } else { false } }
}

/// The answers a server has. A value under a lock, of which no closure is called while the lock is held.
struct ServerScript: Sendable {
  /// What there is for a request.
  enum Answer: Sendable {
    case respond(ServerAnswer, SourcePlace)
    case unmatched(report: String)
  }

  /// An answer that was to be given, and was not.
  struct Unused: Sendable {
    var report: String
    var place: SourcePlace
  }

  private struct Queued: Sendable {
    var response: StubResponse
    var place: SourcePlace
    var isReported = false
  }

  private enum Look: Sendable {
    case found(StubResponse, SourcePlace)
    case stubs(StubList<ServerAnswer>, generation: Int)
  }

  private var stubs = StubList<ServerAnswer>(suggestion: { "server.route(\($0), .json(\"{}\"))" })
  private var queue: [Queued] = []
  /// Changes when stubs are forgotten, so that their positions are not used for others.
  private var generation = 0
  /// What was left when the server ended; from then on nothing is added.
  private var leftOver: [Unused]?
  /// Whether some answer may be given before the body of its request is there.
  private var hasEarlyAnswers = false

  mutating func add(_ stub: StubEntry<ServerAnswer>) {
    guard leftOver == nil else { return }
    stubs.add(stub)
    if stub.answers.contains(where: \.isEarly) { hasEarlyAnswers = true }
  }

  mutating func enqueue(_ response: StubResponse, at place: SourcePlace) {
    guard leftOver == nil else { return }
    queue.append(Queued(response: response, place: place))
    if response.isBeforeBody { hasEarlyAnswers = true }
  }

  /// Forgets all; what was there is returned, to be released when no lock is held.
  mutating func clear() -> ServerScript {
    let old = self
    self = ServerScript()
    generation = old.generation + 1
    return old
  }

  /// Forgets all for good, but for what was not used.
  mutating func retire() -> ServerScript {
    if leftOver == nil { leftOver = takeUnused() }
    let left = leftOver
    let old = clear()
    leftOver = left
    return old
  }

  /// What was to be answered, and was not, each only once.
  mutating func takeUnused() -> [Unused] {
    if let left = leftOver {
      leftOver = []
      return left
    }
    let enqueued = queue.filter { !$0.isReported }
    for index in queue.indices { queue[index].isReported = true }
    return stubs.takeUnused().map { Unused(report: $0.unusedReport, place: $0.place) }
      + enqueued.map {
        Unused(
          report:
            "The answer that was enqueued here was not asked for. Fewer requests came than answers were enqueued.",
          place: $0.place)
      }
  }

  /// Looks for an answer that is given before the body, and takes nothing but that; nil when there is none.
  private mutating func lookEarly() -> Look? {
    guard hasEarlyAnswers, queue.first?.response.isBeforeBody ?? true else { return nil }
    return look()
  }

  private mutating func look() -> Look {
    if queue.isEmpty { return .stubs(stubs, generation: generation) }
    let first = queue.removeFirst()
    return .found(first.response, first.place)
  }

  /// Takes of the candidates; they are stale, too, when the stubs are no longer those.
  private mutating func take(
    from candidates: [Int], of generation: Int
  ) -> StubList<ServerAnswer>.Taking {
    generation == self.generation ? stubs.take(from: candidates) : .stale
  }

  /// Takes the answer: the oldest in the queue, else that of the newest route that matches. It calls the
  /// matchers, and no lock is held then.
  static func answer(to request: RecordedRequest, from script: borrowing Lock<ServerScript>) -> Answer {
    while true {
      switch script.withLock({ $0.look() }) {
      case .found(let response, let place): return .respond(.response(response), place)
      case .stubs(let stubs, let generation):
        let candidates = stubs.candidates(for: request)
        switch script.withLock({ $0.take(from: candidates, of: generation) }) {
        case .taken(let taken): return .respond(taken.content, taken.place)
        case .none: return .unmatched(report: stubs.report(for: request))
        case .stale: continue
        }
      }
    }
  }

  /// Takes the answer that is given to the head of a request alone; nil when its body is wanted. Matchers see no
  /// body.
  static func earlyAnswer(
    to request: RecordedRequest, from script: borrowing Lock<ServerScript>
  ) -> (StubResponse, SourcePlace)? {
    while true {
      switch script.withLock({ $0.lookEarly() }) {
      case nil: return nil
      case .found(let response, let place)?: return (response, place)
      case .stubs(let stubs, let generation)?:
        let candidates = stubs.candidates(for: request)
        guard stubs.firstAnswer(of: candidates)?.isEarly == true else { return nil }
        guard case .taken(let taken) = script.withLock({ $0.take(from: candidates, of: generation) }),
          case .response(let response) = taken.content
        else { continue }
        return (response, taken.place)
      }
    }
  }
}
