import Net
import NetTesting
import Testing

/// Hides every failure of its second request with `try?`, a cancellation too; its corrected twin hides only a 404.
private struct OptionalClient: Sendable {
  let network: any Networking
  let hidesAll: Bool

  func title() async throws -> [String] {
    let title = try await network.get("/title").object(as: String.self)
    if hidesAll { return [title, (try? await subtitle()) ?? ""] }
    do { return [title, try await subtitle()] } catch let error as NetworkError
      where error.response?.status == 404
    { return [title, ""] }
  }

  private func subtitle() async throws -> String {
    try await network.get("/subtitle").object(as: String.self)
  }
}

@Suite struct OptionalClientTests {
  private func sweep(hidesAll: Bool) async throws -> SweepReport {
    try await everyFault { network in
      network.stub(.get("/title"), with: .json(#""Soup""#))
      network.stub(.get("/subtitle"), with: .json(#""hot""#))
      return try await OptionalClient(network: network, hidesAll: hidesAll).title()
    }.report()
  }

  @Test func aHiddenCancellationIsFoundByTheFaults() async throws {
    let report = try await sweep(hidesAll: true)
    #expect(report.failures.first?.repeating == "1:cancel-at-end")
    #expect(
      report.failures.first?.message == """
        The result differs: in the run without a change it returned ["Soup", "hot"], but here it returned ["Soup", ""].
        """)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(hidesAll: false).failures == [])
  }
}
