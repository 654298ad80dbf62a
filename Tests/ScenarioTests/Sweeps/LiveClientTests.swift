import Net
import NetTesting
import Testing

/// Listens for changes while it loads a list, and stops only after success; its corrected twin always stops.
private struct LiveClient: Sendable {
  let network: any Networking
  let alwaysStops: Bool

  func load() async throws -> [String] {
    let changes = network.get("/changes").response(delivery: .inline, responseSerializer: .data) { _ in }
    defer { if alwaysStops { changes.cancel() } }
    let list = try await network.get("/list").object(as: [String].self)
    changes.cancel()
    return list
  }
}

@Suite struct LiveClientTests {
  private func sweep(alwaysStops: Bool) async throws -> SweepReport {
    try await everyFault(of: .standard) { network in
      network.stub(.get("/changes"), with: StubResponse.text("changed").delay(.seconds(60)))
      network.stub(.get("/list"), with: .json(["a", "b"]))
      return try await LiveClient(network: network, alwaysStops: alwaysStops).load()
    }.report()
  }

  @Test func aLeakOnCancelIsFoundByTheFaults() async throws {
    let report = try await sweep(alwaysStops: false)
    #expect(report.grid?.signs.contains(.leak) == true)
    #expect(report.failures.contains { $0.message.contains("GET https://mock.invalid/changes") })
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(alwaysStops: true).failures == [])
  }
}
