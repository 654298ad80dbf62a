import Net
import NetTesting
import Testing

/// Takes the lines that arrived for the whole log when the connection breaks; its mended twin fails.
private struct LinesClient: Sendable {
  let network: any Networking
  let keepsErrors: Bool

  func log() async throws -> [String] {
    var lines: [String] = []
    do {
      for try await line in network.get("/log").lines() { lines.append(line) }
    } catch {
      if keepsErrors || lines.isEmpty { throw error }
    }
    return lines
  }
}

@Suite struct LinesClientTests {
  private func sweep(keepsErrors: Bool) async throws -> SweepReport {
    try await everyFault(of: .cancellations + .connections + .statuses) { network in
      network.stub(.get("/log"), with: .stream(["one\ntwo\n", "three\n"]))
      return try await LinesClient(network: network, keepsErrors: keepsErrors).log()
    }.report()
  }

  @Test func aCutListIsFoundByTheFaults() async throws {
    let report = try await sweep(keepsErrors: false)
    #expect(report.grid?.signs.contains(.otherResult) == true)
  }

  @Test func itsTwinPasses() async throws { #expect(try await sweep(keepsErrors: true).failures == []) }
}
