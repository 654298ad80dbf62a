import Foundation
import Net
import NetTesting
import Testing

/// Lets the errors of a decoder out, which its callers do not know; its corrected twin names one error for all.
private struct DecodingClient: Sendable {
  enum Failure: Error { case unreadable }

  let network: any Networking
  let mapsErrors: Bool

  private enum State: String, Decodable { case open, closed }

  private struct Issue: Decodable {
    var state: State
  }

  func isOpen() async throws -> Bool {
    let data = try await network.get("/issue").response(.data).result.get()
    do { return try JSONDecoder().decode(Issue.self, from: data).state == .open } catch {
      throw mapsErrors ? Failure.unreadable : error
    }
  }
}

@Suite struct DecodingClientTests {
  private func sweep(mapsErrors: Bool) async throws -> SweepReport {
    try await everyMutation(
      of: .get("/issue"), with: .json(#"{"state": "open"}"#),
      in: { network in try await DecodingClient(network: network, mapsErrors: mapsErrors).isOpen() }
    ).report(NetworkError.self, DecodingClient.Failure.self)
  }

  @Test func anUnknownCaseIsFoundByTheMutations() async throws {
    let report = try await sweep(mapsErrors: false)
    #expect(report.failures.contains { $0.run.hasPrefix(#"$.state "a case of tomorrow""#) })
    #expect(report.grid?.signs.contains(.otherError) == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(mapsErrors: true).failures == [])
  }
}
