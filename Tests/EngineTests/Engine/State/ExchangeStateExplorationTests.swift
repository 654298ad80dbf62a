import Foundation
import TestSupport
import Testing

@testable import Net

/// Drives ``ExchangeState`` through every input in every reachable phase.
@Suite struct ExchangeStateExplorationTests {
  /// The kinds of requests.
  enum Kind: CaseIterable, Sendable {
    case memory, queued, judged, cached, plainCached, cachedStream, failingStream, pausingStream
    case spillingStream, download

    var plan: ExchangePlan {
      var description = RequestDescription("https://example.com/")
      switch self {
      case .memory, .queued, .judged, .cached, .plainCached: break
      case .failingStream: description.destination = .consumer(consumer, buffer: .failing(limit: 1))
      case .pausingStream, .cachedStream:
        description.destination = .consumer(consumer, buffer: .backPressure(limit: 1))
      case .spillingStream:
        description.destination = .consumer(consumer, buffer: .spillingToFile(memoryLimit: 0))
      case .download: description.destination = .file(.temporary)
      }
      return ExchangePlan(
        description: description,
        interceptors: self == .plainCached
          ? [] : [TestInterceptor(), TestInterceptor(adaptsRedirects: true)],
        timeouts: RequestTimeouts(
          idle: .seconds(1), total: .seconds(9), connect: .seconds(1), queue: .seconds(1)),
        redirects: self == .judged ? .modify { $1 } : .follow, isAdmitted: self == .queued,
        hasCookies: self == .queued, sink: description.destination.isMemory ? nil : IdleSink(),
        maximumBodySize: 100_000, cache: cache)
    }

    private var cache: CachePlan? {
      switch self {
      case .cached: CachePlan(partition: "a")
      case .cachedStream, .plainCached: CachePlan()
      default: nil
      }
    }

    private var consumer: ScriptedConsumer { ScriptedConsumer() }
  }

  /// Every reachable state, and the states that follow if the shell keeps its promises.
  private struct Map {
    var walks: [String: ExchangeWalk] = [:]
    var ways: [String: Set<String>] = [:]
    /// Violations of a rule, and how they were reached.
    var breaches: Set<String> = []

    init(_ plan: ExchangePlan) {
      var open = [ExchangeWalk()]
      walks[open[0].signature] = open[0]
      while let walk = open.popLast() {
        let promised = walk.promised(plan)
        var next = promised.map { step(from: walk, $0) }
        ways[walk.signature] = Set(next.map(\.signature))
        for input in ExchangeWalk.all(plan, step: walk.state.step, number: walk.number) {
          next.append(step(from: walk, input))
        }
        for input in ExchangeWalk.all(plan, step: walk.state.step - 1, number: walk.number) {
          checkLate(input, after: walk)
        }
        for walk in next where walks.updateValue(walk, forKey: walk.signature) == nil { open.append(walk) }
      }
    }

    private mutating func step(from walk: ExchangeWalk, _ input: ExchangeState.Input) -> ExchangeWalk {
      var next = walk
      next.take(input)
      if next.ends != (next.phase == "ended" ? 1 : 0) {
        note("\(next.ends) ends", walk, input, next)
      }
      if walk.phase == "ended", next.phase != "ended" || next.hasActed {
        note("after the end", walk, input, next)
      }
      return next
    }

    /// Checks that a response to an earlier step changes nothing.
    private mutating func checkLate(_ input: ExchangeState.Input, after walk: ExchangeWalk) {
      switch input {
      case .start, .built, .lookedUp, .cancel, .resumable, .fired(.total, _): return
      default: break
      }
      var next = walk
      next.take(input)
      if next.signature != walk.signature || next.hasActed { note("too late", walk, input, next) }
    }

    private mutating func note(
      _ rule: String, _ walk: ExchangeWalk, _ input: ExchangeState.Input, _ next: ExchangeWalk
    ) {
      breaches.insert("\(rule): \(walk.signature) + \(String("\(input)".prefix(60))) → \(next.signature)")
    }

    /// The states from which the promised inputs never reach the end.
    var stuck: [String] {
      var ending = Set(walks.filter { $0.value.phase == "ended" }.keys)
      var count = -1
      while count != ending.count {
        count = ending.count
        for (signature, next) in ways where !next.isDisjoint(with: ending) { ending.insert(signature) }
      }
      return walks.keys.filter { !ending.contains($0) }.sorted()
    }
  }

  @Test(arguments: Kind.allCases) func everyInputInEveryPhaseLeadsToExactlyOneEnd(_ kind: Kind) {
    let map = Map(kind.plan)
    expectEqual(map.breaches.sorted().prefix(5), [])
    expectEqual(map.stuck.prefix(5), [])
  }

  @Test func everyPhaseIsReached() {
    let phases = Kind.allCases.map { Set(Map($0.plan).walks.values.map(\.phase)) }
      .reduce(into: Set<String>()) { $0.formUnion($1) }
    expectEqual(
      phases,
      [
        "ready", "building", "adapting", "queueing", "sending", "receiving", "streaming", "judging",
        "redirecting", "refusing", "draining", "validating", "deciding", "pausing", "ended", "lookingUp",
        "fallingBack",
      ])
  }
}

/// A sink that exists and is never called.
private final class IdleSink: BodySink {
  func savedPart(of request: TransportRequest) -> DownloadPart? { nil }
  func discardPart() {}
  func begin(_ body: BeginningBody, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {}
  func take(_ load: BodyFlow.Load, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {}
  func spill(_ chunk: Data) {}
  func finish(
    _ received: ReceivedResponse, by rules: ValidationRules, commit: (() throws -> Void) throws -> Void
  ) -> ReceivedResponse { received }
  func close() {}
}
