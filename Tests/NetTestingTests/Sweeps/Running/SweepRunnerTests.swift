import Dispatch
import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

extension SweepRun {
  /// The value of a body that ended with one.
  fileprivate var value: Value? { if case .value(let value) = ending { value } else { nil } }
}

/// One run of a body: virtual time, settling, escaping code.
@Suite struct SweepRunnerTests {
  private let runner = SweepRunner(at: SourcePlace(file: "/t/A.swift", line: 1))

  @Test func timeIsVirtual() async throws {
    let run = try await runner.run(
      SweepBody { network in
        try await network.sleep(for: .seconds(500))
        return network.time.now
      })
    expectEqual(run.value, .seconds(500))
    #expect(!run.escaped && run.realTime == .zero)
  }

  @Test func timePassesWhileABodyYields() async throws {
    let run = try await runner.run(
      SweepBody { network in
        network.stub(.get("/a"), with: .json("1"))
        let isDone = SharedLock(false)
        _ = network.get("/a").responseJSON { _ in isDone.withLock { $0 = true } }
        while !isDone.withLock({ $0 }) { await Task.yield() }
        return network.time.now
      })
    expectEqual(run.value, .milliseconds(10))
  }

  @Test func aSleepThatIsCancelledEndsAtOnce() async throws {
    let run = try await runner.run(
      SweepBody { network in
        let sleeping = Task(executorPreference: network.control.executor) {
          try await network.sleep(for: .seconds(500))
        }
        await Task.yield()
        sleeping.cancel()
        _ = await sleeping.result
        return network.time.now
      })
    expectEqual(run.value, .zero)
  }

  @Test func settlingWaitsForResponsesAndTimers() async throws {
    let run = try await runner.run(
      SweepBody { network in
        let seen = SharedLock<[String]>([])
        network.stub(.get("/a"), with: StubResponse.json("1").delay(.seconds(3)))
        _ = network.get("/a").responseJSON { _ in seen.withLock { $0.append("response") } }
        _ = (network.timer as any NetworkTimer).schedule(after: .seconds(5)) {
          seen.withLock { $0.append("timer") }
        }
        await network.settle()
        return seen.withLock { $0 }
      })
    expectEqual(run.value, ["response", "timer"])
  }

  @Test func childTasksAndActorsRunUnderTheExecutor() async throws {
    actor Counter {
      var count = 0
      func add() { count += 1 }
    }
    let run = try await runner.run(
      SweepBody { network in
        network.stub(.get("/{n}"), with: .json("1"))
        let counter = Counter()
        await withTaskGroup { group in
          for number in 1...20 {
            group.addTask {
              _ = try? await network.get("/\(number)").json()
              await counter.add()
            }
          }
        }
        return await counter.count
      })
    expectEqual(run.value, 20)
    expectFalse(run.escaped)
  }

  @Test func codeOutsideOfTheExecutorIsWaitedForAndNamed() async throws {
    var runner = runner
    runner.limits.realTime = .seconds(60)
    let run = try await runner.run(
      SweepBody { network in
        network.stub(.get("/a"), with: .json("1"))
        return try await Task { try await network.get("/a").json().int }.value
      })
    expectEqual(run.value, 1)
    expectTrue(run.escaped)
  }

  @MainActor private static func onMain(_ network: SweepNetwork) async throws -> Int? {
    try await network.get("/a").json().int
  }

  @Test func mainActorCodeIsWaitedForAndNamed() async throws {
    var runner = runner
    runner.limits.realTime = .seconds(60)
    let run = try await runner.run(
      SweepBody { network in
        network.stub(.get("/a"), with: .json("1"))
        return try await Self.onMain(network)
      })
    expectEqual(run.value, 1)
    expectTrue(run.escaped)
  }

  @Test func aRunThatDoesNotEndReportsWhatItWaitsFor() async throws {
    var runner = runner
    runner.limits.realTime = .milliseconds(1)
    let run = try await runner.run(
      SweepBody { network in
        network.stub(.get("/a"), with: StubResponse.fault(.stall))
        return try await network.get("/a").timeout(idle: .seconds(3_600)).json().int
      })
    #expect(
      run.outcome == """
        it did not end: GET https://mock.invalid/a is open, and the next action is due at 3600.0 seconds, after the \
        limit of 600.0 seconds of virtual time
        """)
  }

  @Test func aSessionOfTheBodyIsSweptToo() async throws {
    let run = try await runner.run(
      SweepBody { network in
        network.stub(.get("/a"), with: .json("1"))
        let session = NetworkSession(transport: network.transport, timer: network.timer)
        return try await session.get("https://h/a").json().int
      })
    expectEqual(run.value, 1)
    expectEqual(run.requests.map(\.chunks), [[1]])
    expectEqual(run.requests.first?.status, 200)
  }

  @Test func aMisusedMockIsReportedByItsRun() async throws {
    let run = try await runner.run(
      SweepBody { network in
        network.stub(.get("/a"), with: .fixture("missing.json", in: .main))
        return try await network.get("/a").json().int
      })
    expectEqual(run.reports.count, 1)
  }

  @Test func leaksAreReportedByTheRunThatCausedThem() async throws {
    let body = SweepBody { network in
      network.stub(.get("/a"), with: .json("1"))
      _ = network.get("/a").responseJSON { _ in }
      return 1
    }
    expectEqual(try await runner.run(body).leaks.count, 1)
    expectEqual(try await runner.run(body).leaks.count, 1)
  }
}
