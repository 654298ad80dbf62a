import Foundation
import Net
import NetTesting
import Synchronization
import TestSupport
import Testing

/// Gives up after five seconds, and forgets it when the response arrives later: its continuation is resumed twice.
///
/// Its corrected twin resumes it once.
private struct DeadlineClient: Sendable {
  let network: any Networking
  let timer: any NetworkTimer
  let resumesOnce: Bool

  struct TooLate: Error {}

  func title() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      let isOver = SharedLock(false)
      let resume: @Sendable (Result<String, any Error>) -> Void = { result in
        let isSecond = isOver.withLock { isOver in
          defer { isOver = true }
          return isOver
        }
        if resumesOnce, isSecond { return }
        continuation.resume(with: result)
      }
      let request = network.get("/title").response(delivery: .inline, responseSerializer: .string) {
        resume($0.result.mapError { $0 })
      }
      _ = timer.schedule(after: .seconds(5)) {
        resume(.failure(TooLate()))
        request.cancel()
      }
    }
  }

  static func sweep(resumesOnce: Bool) -> Sweep<String> {
    everyFault(of: .connections + .statuses + [.slowBody]) { network in
      network.stub(.get("/title"), with: .text("Soup"))
      return try await DeadlineClient(network: network, timer: network.timer, resumesOnce: resumesOnce)
        .title()
    }
  }
}

@Suite struct DeadlineClientTests {
  #if os(macOS) || os(Linux) || os(Windows)
    @Test func aContinuationThatIsResumedTwiceIsFoundByTheFaults() async throws {
      let result = await #expect(
        processExitsWith: .signal(Trap.endingSignal), observing: [\.standardErrorContent]
      ) {
        Trap.endsAtOnce()
        _ = try await DeadlineClient.sweep(resumesOnce: false).report()
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains("1:timeout"))
    }
  #endif

  @Test func theCorrectedClientPasses() async throws {
    let report = try await DeadlineClient.sweep(resumesOnce: true)
      .report(.endsInTime, .noLeak, .sameResultOr(NetworkError.self, DeadlineClient.TooLate.self))
    #expect(report.failures == [])
  }
}
