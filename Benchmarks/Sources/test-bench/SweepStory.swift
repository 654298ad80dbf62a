import Measuring
import Net
import NetStream
import NetTesting
import Stream

/// The sweeps that find the bugs of two clients: `Tests/ScenarioTests/S18_SweepTests.swift`.
enum SweepStory {
  static let all = [
    TestWorkload("sweep-story", per: "story", count: 5, smokeCount: 1, stopwatch: .wall) { round in
      round.start()
      for _ in 0..<round.count {
        let order = try await everyOrder(observing: { search(on: $0) }).report()
        let fault = try await everyFault(in: { try await pay(on: $0) }).report()
        try WrongCount.check([order.isPassed, fault.isPassed], [false, false])
      }
      round.stop()
    }
  ]

  /// A search as you type that forgets to switch to the newest query.
  @Sendable private static func search(on network: SweepNetwork) -> Observable<String> {
    network.stub(.get("/search")) { request in .text("results for \(request.query("q") ?? "")") }
    return Observable.of("s", "sw", "swift")
      .flatMap { query in network.stream.get("/search", parameters: ["q": query]).string() }
      .takeLast(1)
  }

  /// A payment that is sent again if anything goes wrong.
  @Sendable private static func pay(on network: SweepNetwork) async throws -> String {
    network.stub(.post("/payments"), with: .text("receipt 7"))
    do {
      return try await network.post("/payments", parameters: ["amount": 100]).string()
    } catch let error as NetworkError where error.reason != .cancelled {
      return try await network.post("/payments", parameters: ["amount": 100]).string()
    }
  }
}
