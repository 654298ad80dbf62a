import Net
import NetTesting
import Testing

/// Takes the lines that arrived for the whole log when the connection breaks.
///
/// Its corrected variant fails then, and accepts nothing but plain text that ends with the last line of each
/// log: a proxy can respond with a page or with nothing, and a body without a length can end early unnoticed.
private struct LinesClient: Sendable {
  struct Incomplete: Error {}

  let network: any Networking
  let isMended: Bool

  func log() async throws -> [String] {
    let request = network.get("/log")
    if isMended { _ = request.validate().validate(contentType: ["text/plain"]) }
    var lines: [String] = []
    do {
      for try await line in request.lines() { lines.append(line) }
    } catch {
      if isMended || lines.isEmpty { throw error }
    }
    if isMended, lines.last != "end" { throw Incomplete() }
    return lines
  }
}

@Suite struct LinesClientTests {
  private func sweep(isMended: Bool) async throws -> SweepReport {
    try await everyFault { network in
      network.stub(
        .get("/log"), with: .stream(["one\ntwo\n", "three\n", "end\n"]).header("Content-Type", "text/plain"))
      return try await LinesClient(network: network, isMended: isMended).log()
    }.report()
  }

  @Test func aCutListIsFoundByTheFaults() async throws {
    let report = try await sweep(isMended: false)
    #expect(report.grid?.signs.contains(.otherResult) == true)
    #expect(report.text.contains("reset-inside-chunk"))
  }

  @Test func theCorrectedClientPasses() async throws {
    let report = try await sweep(isMended: true)
    #expect(report.isPassed, "\(report.text)")
    #expect(report.runs > 20)
  }
}
