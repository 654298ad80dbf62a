import Net
import NetTesting
import Testing

/// Decodes whatever arrives and shows an empty list if it cannot; its corrected twin validates and fails.
private struct StatusClient: Sendable {
  let network: any Networking
  let validates: Bool

  func names() async throws -> [String] {
    if validates { return try await network.get("/names").object(as: [String].self) }
    let response = await network.get("/names").validate(statusCode: 100..<600)
      .response(.decodable(of: [String].self))
    return response.value ?? []
  }
}

@Suite struct StatusClientTests {
  private func sweep(validates: Bool) async throws -> SweepReport {
    try await everyFault(of: .standard) { network in
      network.stub(.get("/names"), with: .json(["Trent"]))
      return try await StatusClient(network: network, validates: validates).names()
    }.report()
  }

  @Test func anIgnoredFailureIsFoundByTheFaults() async throws {
    let report = try await sweep(validates: false)
    #expect(report.grid?.signs.contains(.otherResult) == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(validates: true).failures == [])
  }
}
