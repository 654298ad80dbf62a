import Net
import NetTesting
import Synchronization
import Testing

/// Asks for a state each second, whether the last request has ended or not, so requests stack up and an old state can
/// overwrite a newer one.
///
/// Its corrected twin asks again a second after each response.
private final class PollingModel: Sendable {
  private let network: any Networking
  private let timer: any NetworkTimer
  private let waits: Bool
  private let state = Mutex((shown: [String](), count: 0))

  init(_ network: SweepNetwork, waits: Bool) {
    self.network = network
    self.waits = waits
    timer = network.timer
  }

  var shown: [String] { state.withLock { $0.shown } }

  func poll(times: Int) {
    guard times > 0 else { return }
    network.get("/state").response(delivery: .inline, responseSerializer: .string) { [self] response in
      state.withLock { $0.shown.append(response.value ?? "failed") }
      if waits { schedule(times - 1) }
    }
    if !waits { schedule(times - 1) }
  }

  private func schedule(_ times: Int) {
    _ = timer.schedule(after: .seconds(1)) { [self] in poll(times: times) }
  }
}

@Suite struct PollingClientTests {
  private func sweep(waits: Bool) async throws -> SweepReport {
    try await everyOrder { network in
      let count = SharedLock(0)
      network.stub(.get("/state")) { _ in
        .text(
          "\(count.withLock { count in count += 1; return count }) of 3 parts are ready")
      }
      let model = PollingModel(network, waits: waits)
      model.poll(times: 3)
      await network.settle()
      return model.shown.last
    }.report()
  }

  @Test func pollingThatStacksUpIsFoundByTheOrders() async throws {
    let report = try await sweep(waits: false)
    #expect(
      report.failures.map(\.message) == [
        """
        The result differs: in the run without a change it returned Optional("3 of 3 parts are ready"), but here it \
        returned Optional("2 of 3 parts are ready").
        """
      ])
  }

  @Test func theCorrectedClientPasses() async throws { #expect(try await sweep(waits: true).failures == []) }
}
