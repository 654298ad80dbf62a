import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Runs in which the body does not end: it has no result that a check could accept.
@Suite struct EndlessBodyTests {
  /// Calls the handler only if the request succeeds.
  @Sendable private static func silentOnFailure(
    _ network: SweepNetwork, _ done: @escaping @Sendable (Result<Int, any Error>) -> Void
  ) {
    network.stub(.get("/a"), with: .json("5"))
    network.get("/a").responseObject(as: Int.self) { response in
      if let value = response.value { done(.success(value)) }
    }
  }

  /// Waits for a request that only succeeds.
  @Sendable private static func waitingForSuccess(_ network: SweepNetwork) async throws -> Int {
    await withCheckedContinuation { continuation in
      silentOnFailure(network) { result in
        if let value = try? result.get() { continuation.resume(returning: value) }
      }
    }
  }

  @Test(arguments: [
    [SweepCheck.sameResult], [.sameResultOr()], [.sameResultOr(NetworkError.self)], [.endsInTime], [.noLeak],
    [.noDuplicateUnsafeRequest],
  ])
  func aCompletionHandlerThatIsNeverCalledFailsTheRun(checks: [SweepCheck]) async throws {
    let sweep = everyFault(of: [.noConnection], returning: Int.self, completing: Self.silentOnFailure)
    let report = try await sweep.report(checks[0])
    expectEqual(report.grid?.cells, [[.endless]])
    expectEqual(report.failures.first?.message.hasPrefix("The body did not end in time"), true)
  }

  @Test(arguments: [
    [SweepCheck.sameResult], [.sameResultOr()], [.sameResultOr(NetworkError.self)], [.endsInTime], [.noLeak],
  ])
  func anAsynchronousBodyWithoutAnEndHasNoResult(checks: [SweepCheck]) async throws {
    let sweep = everyFault(of: [.noConnection], in: Self.waitingForSuccess)
    expectEqual(try await sweep.report(checks[0]).grid?.cells, [[.endless]])
  }

  @Test func anOrderInWhichTheHandlerIsNotCalledFails() async throws {
    let report = try await everyOrder(
      returning: Int.self,
      completing: { network, done in
        network.stub(.get("/{name}"), with: .text("x"))
        let first = Captured<Int>()
        for number in 1...2 {
          network.get("/\(number)").responseString { _ in
            first.set(number)
            if first.values == [1, 2] { done(.success(1)) }
          }
        }
      }
    ).report(.sameResultOr())
    expectEqual(report.failures.map(\.repeating.cell), ["order:2"])
    expectEqual(report.failures.first?.message.hasPrefix("The body did not end in time"), true)
  }

  @Test func aMutationAfterWhichTheBodyDoesNotEndFails() async throws {
    let report = try await everyMutation(of: .get("/a"), with: .json("5")) { network in
      await withCheckedContinuation { continuation in
        network.get("/a").responseObject(as: Int.self) { response in
          if let value = response.value { continuation.resume(returning: value) }
        }
      }
    }.report()
    expectFalse(report.isPassed)
    #expect(report.failures.allSatisfy { $0.message.hasPrefix("The body did not end in time") })
  }

  @Test func aRunBeyondTheLimitOfRequestsIsEndless() async throws {
    var limits = SweepLimits()
    limits.requests = 20
    let report = try await everyFault(
      of: [.lasting(.status(500))], limits: limits,
      in: { network in
        network.stub(.get("/a"), with: .json("5"))
        while true {
          if let value = try? await network.get("/a").object(as: Int.self) { return value }
          try Task.checkCancellation()
        }
      }
    ).report()
    expectEqual(report.grid?.cells, [[.endless]])
  }

  @Test func aRunThatWaitsLessSaysHowLongAnEarlierOneWaited() async throws {
    let report = try await everyFault(
      of: [.noConnection, .timeout], returning: Int.self, completing: Self.silentOnFailure
    ).report()
    let messages = report.failures.map(\.message)
    expectEqual(messages.count, 2)
    expectEqual(messages.first?.contains("nothing happened in 0.5 seconds of real time."), true)
    expectEqual(
      messages.last?.contains("in 0.02 seconds of real time, nor in 0.5 seconds in an earlier run"), true)
  }
}
