import Net
import NetStream
import NetTesting
import Stream
import Synchronization
import Testing

/// Waits for a stream, and disposes of the subscription when it is cancelled; nothing then ends the wait.
///
/// Its corrected twin ends it.
private struct BridgeClient: Sendable {
  let network: any Networking
  let endsTheWait: Bool

  private struct Waiting: Sendable {
    var continuation: CheckedContinuation<String, any Error>?
    var subscription: (any Disposable)?
    var isCancelled = false
  }

  func title() async throws -> String {
    let waiting = SharedLock(Waiting())
    let end: @Sendable (Result<String, any Error>) -> Void = { result in
      waiting.withLock { waiting in
        defer { waiting.continuation = nil }
        return waiting.continuation
      }?.resume(with: result)
    }
    let title: Single<String> = network.stream.get("/title").object()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.withLock { $0.continuation = continuation }
        let subscription = title.subscribe(
          onSuccess: { end(.success($0)) }, onFailure: { end(.failure($0)) })
        let isLate = waiting.withLock { waiting in
          waiting.subscription = subscription
          return waiting.isCancelled
        }
        if isLate { subscription.dispose() }
      }
    } onCancel: {
      waiting.withLock { waiting in
        waiting.isCancelled = true
        return waiting.subscription
      }?.dispose()
      if endsTheWait { end(.failure(CancellationError())) }
    }
  }
}

@Suite struct BridgeClientTests {
  private func sweep(endsTheWait: Bool) async throws -> SweepReport {
    var limits = SweepLimits()
    limits.realTime = .milliseconds(50)
    return try await everyFault(limits: limits) { network in
      network.stub(.get("/title"), with: .json(#""Soup""#))
      return try await BridgeClient(network: network, endsTheWait: endsTheWait).title()
    }.report()
  }

  @Test func aWaitForADisposedStreamIsFoundByTheFaults() async throws {
    let report = try await sweep(endsTheWait: false)
    #expect(report.failures.first?.repeating == "1:cancel-after-sending")
    #expect(report.grid?.signs.contains(.endless) == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(endsTheWait: true).failures == [])
  }
}
