import Foundation
import Net
import NetTesting
import Synchronization
import Testing

/// Starts a download again when it breaks, and its progress bar goes back; that of its corrected twin only moves
/// forward.
private final class ProgressModel: Sendable {
  private let network: any Networking
  private let onlyForward: Bool
  private let steps = Mutex<[Double]>([])

  init(_ network: any Networking, onlyForward: Bool) {
    self.network = network
    self.onlyForward = onlyForward
  }

  /// What the bar has shown.
  var shown: [Double] { steps.withLock { $0 } }

  func load() async throws -> Data {
    do { return try await attempt() } catch let error as NetworkError where error.reason != .cancelled {
      return try await attempt()
    }
  }

  private func attempt() async throws -> Data {
    try await network.get("/film").progress(delivery: .inline) { [self] progress in
      guard let fraction = progress.fraction else { return }
      steps.withLock { $0.append(onlyForward ? max($0.last ?? 0, fraction) : fraction) }
    }.response(.data).result.get()
  }
}

@Suite struct ProgressClientTests {
  private func sweep(onlyForward: Bool) async throws -> SweepReport {
    try await everyFault(of: .cancellations + .connections + .statuses) { network in
      network.stub(
        .get("/film"),
        with: .stream(["one ", "two ", "three"], headers: ["Content-Length": "13"]))
      let model = ProgressModel(network, onlyForward: onlyForward)
      defer { expect(model.shown).to(equal(model.shown.sorted())) }
      return try await model.load()
    }.report()
  }

  @Test func aBarThatGoesBackIsFoundByTheFaults() async throws {
    let report = try await sweep(onlyForward: false)
    #expect(report.failures.first?.repeating == "1:reset-inside-chunk-2")
    #expect(report.failures.first?.message.contains(", got [0.3") == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(onlyForward: true).failures == [])
  }
}
