import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The virtual time waits for code outside of the executor of a sweep.
@Suite struct SweepPauseTests {
  private enum Outside: CaseIterable, Sendable {
    case mainActor, mainQueue, detachedTask, queue, chain

    func work() async {
      switch self {
      case .mainActor: await MainActor.run {}
      case .mainQueue: await Self.hop(over: .main)
      case .detachedTask: await Task.detached {}.value
      case .queue: await Self.hop(over: DispatchQueue(label: "outside"))
      case .chain:
        await MainActor.run {}
        await Task.detached { await MainActor.run {} }.value
      }
    }

    private static func hop(over queue: DispatchQueue) async {
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
  }

  /// A timeout in virtual time against work that takes none.
  @Test(arguments: Outside.allCases)
  private func aTimeoutIsNotReachedWhileCodeOutsideWorks(_ outside: Outside) async throws {
    var limits = SweepLimits()
    limits.realTime = .seconds(60)
    let report = try await everyFault(
      of: [.status(500)], limits: limits,
      in: { network in
        PaymentClient.stub(network)
        let isLate = SharedLock(false)
        for _ in 1...5 {
          let timeout = network.timer.schedule(after: .seconds(60)) { isLate.withLock { $0 = true } }
          await outside.work()
          timeout.cancel()
        }
        _ = try? await PaymentClient(network: network).pay(100)
        return isLate.withLock { $0 }
      }
    ).report()
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(report.runs, 3)
  }

  /// A session whose completion handlers run on the main queue, as they do in an app.
  @Test func anIdleTimeoutIsNotReachedWhileAHandlerIsOnItsWayToTheMainQueue() async throws {
    let report = try await everyFault(
      of: [.status(500)],
      in: { network in
        network.stub(.get("https://h/{n}"), with: .json("1"))
        let session = NetworkSession(transport: network.transport, timer: network.timer)
        let isLate = SharedLock(false)
        let timeout = network.timer.schedule(after: .seconds(2)) { isLate.withLock { $0 = true } }
        for number in 1...3 {
          await withCheckedContinuation { continuation in
            session.get("https://h/\(number)").responseJSON { _ in continuation.resume() }
          }
        }
        timeout.cancel()
        return isLate.withLock { $0 }
      }
    ).report()
    expectTrue(report.isPassed, "\(report.text)")
  }
}
