import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The model against a real server whose responses are paced: its thread, its sockets and its schedule, on a timer that
/// does not wait.
@Suite(.netTesting) struct PacedServerTests {
  /// Runs every action at once, and adds the delays up: the time that the server would have waited.
  private struct SkippingTimer: NetworkTimer {
    let clock = SharedLock(Duration.zero)

    var now: Duration { clock.withLock { $0 } }
    var date: Date { Date(timeIntervalSince1970: 0) }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
      let due = now + delay
      let scheduled = SharedLock(false)
      DispatchQueue.global().async {
        guard !scheduled.withLock({ $0 }) else { return }
        clock.withLock { $0 = max($0, due) }
        action()
      }
      return Skipped(isCancelled: scheduled)
    }
  }

  private struct Skipped: Cancellation {
    let isCancelled: SharedLock<Bool>

    func cancel() { isCancelled.withLock { $0 = true } }
  }

  @Test(arguments: [20_000, 150_000, 400_000])
  func theModelAgreesWithAPacedServerWithinTenPercent(_ size: Int) async throws {
    let profile = NetworkProfile.slow4G
    // The server responds a round trip later, at the bandwidth of the profile.
    let timer = SkippingTimer()
    let server = MockServer(timer: timer, afterEach: .test)
    server.stub(
      .get("/file"),
      with: StubResponse.data(Data(count: size)).delay(profile.roundTrip)
        .throttle(bytesPerSecond: Int(profile.down.bytesPerSecond)))
    try server.start()
    let network = NetworkSession(transport: URLSessionTransport())
    let body = try await network.get(server.baseURL.appending(path: "file")).data()
    expectEqual(body.count, size)
    let served = timer.now / .milliseconds(1)

    // The model sends a request over a connection that is open.
    let runs = ProfiledRuns(profile)
    runs.get("/first")
    runs.scheduler.run()
    let start = runs.scheduler.now
    runs.get("/file?size=\(size)")
    runs.scheduler.run()
    let modelled = (runs.scheduler.now - start) / .milliseconds(1)
    #expect(abs(modelled - served) / served < 0.1, "modelled \(modelled) ms, served in \(served) ms")
  }
}
