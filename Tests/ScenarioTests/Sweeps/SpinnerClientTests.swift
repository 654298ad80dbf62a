import Net
import NetTesting
import Synchronization
import Testing

/// Shows a spinner that stops only after success; that of its corrected twin stops after each response.
private final class SpinnerModel: Sendable {
  private let network: any Networking
  private let stopsAlways: Bool
  private let state = Mutex((isLoading: false, title: ""))

  init(_ network: any Networking, stopsAlways: Bool) {
    self.network = network
    self.stopsAlways = stopsAlways
  }

  var isLoading: Bool { state.withLock { $0.isLoading } }

  func load() async throws -> [String] {
    state.withLock { $0.isLoading = true }
    defer { if stopsAlways { state.withLock { $0.isLoading = false } } }
    let title = try await network.get("/title").object(as: [String].self)
    state.withLock { $0.isLoading = false }
    return title
  }
}

@Suite struct SpinnerClientTests {
  private func sweep(stopsAlways: Bool) async throws -> SweepReport {
    try await everyFault(of: .standard) { network in
      network.stub(.get("/title"), with: .json(["Soup"]))
      let model = SpinnerModel(network, stopsAlways: stopsAlways)
      defer { expect(model.isLoading).to(beFalse()) }
      return try await model.load()
    }.report()
  }

  @Test func aSpinnerThatNeverStopsIsFoundByTheFaults() async throws {
    let report = try await sweep(stopsAlways: false)
    #expect(report.grid?.signs.contains(.misuse) == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(stopsAlways: true).failures == [])
  }
}
