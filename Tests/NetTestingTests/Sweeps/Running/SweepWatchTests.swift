import Dispatch
import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Runs that keep their thread in real time.
@Suite struct SweepWatchTests {
  @Test func aBodyThatBlocksItsThreadEndsTheSweep() async throws {
    let failures = CollectedFailures()
    let timer = TestScheduler()
    let (blocked, signal) = AsyncStream.makeStream(of: Void.self)
    let thread = BlockedThread()
    async let sweep: Void = SweepWatch.$timer.withValue(timer) {
      try await failures.collectAsync {
        try await everyFault(
          of: [.status(500)], file: "/t/PaymentTests.swift", line: 12,
          in: { network in
            PaymentClient.stub(network)
            do { return try await PaymentClient(network: network).pay(100) } catch {
              signal.yield()
              thread.block()
              return 0
            }
          }
        ).expect()
      }
    }
    for await _ in blocked { break }
    // The first look sees the run, and four further ones see the same.
    timer.advance(by: .seconds(40))
    try await sweep
    thread.release()
    #expect(
      failures.messages == [
        """
        Fault sweep at PaymentTests.swift:12: 1 of 3 runs failed.

        First failure: the run 1:status-500
        The run kept its thread for 30.0 seconds of real time without suspending: it is in a loop without an await, or \
        blocks the thread, as a semaphore does. It sent 1 request, the last one POST https://mock.invalid/payments, and \
        the virtual time is 0.01 seconds. Nothing can end such a run, so the sweep ends here, and its thread is left \
        behind. To find the line, pause the process in a debugger. If the run only takes long, raise limits.blocking.
        To repeat only this run, add repeating: "1:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"
        """
      ])
  }

  @Test func aRunThatContinuesIsNotEnded() async throws {
    let timer = TestScheduler()
    let report = try await SweepWatch.$timer.withValue(timer) {
      try await everyFault(
        of: [.status(500)],
        in: { network in
          network.stub(.get("/a"), with: .json("1"))
          for _ in 1...10 {
            timer.advance(by: .seconds(30))
            try await network.sleep(for: .seconds(1))
          }
          return try await network.get("/a").json().int
        }
      ).report()
    }
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(timer.pendingCount, 0)
  }

  @Test func aLookThatComesWhileItIsScheduledDoesNotReplaceTheNext() async throws {
    let timer = HookedTimer()
    timer.onSchedule.update { $0 = { timer.time.advance(by: .seconds(8)) } }
    let report = try await SweepWatch.$timer.withValue(timer) {
      try await everyFault(
        of: [.status(500)],
        in: { network in
          network.stub(.get("/a"), with: .json("1"))
          return try await network.get("/a").json().int
        }
      ).report()
    }
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(timer.time.pendingCount, 0)
  }

  @Test func aCancelledSweepEnds() async throws {
    let (started, signal) = AsyncStream.makeStream(of: Void.self)
    let sweep = Task {
      var limits = SweepLimits()
      limits.realTime = .seconds(3_600)
      _ = try await everyFault(
        limits: limits,
        in: { _ in
          signal.yield()
          await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      ).report()
    }
    for await _ in started { break }
    sweep.cancel()
    await #expect(throws: CancellationError.self) { try await sweep.value }
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test func aBodyThatLoopsWithoutSuspendingEndsTheSweep() async {
      await #expect(processExitsWith: .success) {
        var limits = SweepLimits()
        limits.blocking = .milliseconds(200)
        let count = SharedLock(0)
        let report = try await everyOrder(
          limits: limits,
          in: { _ in
            while count.withLock({ $0 >= 0 }) { count.withLock { $0 = ($0 + 1) % 1_000 } }
          }
        ).report()
        try #require(report.failures.map(\.run) == ["the run without a change"])
        try #require(report.failures.first?.message.contains("It sent no request") == true)
      }
    }
  #endif
}

/// Blocks the thread that asks for it.
private final class BlockedThread: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func block() { semaphore.wait() }
  func release() { semaphore.signal() }
}
