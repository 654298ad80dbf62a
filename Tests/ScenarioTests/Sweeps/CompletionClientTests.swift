import Foundation
import Net
import NetTesting
import Testing

/// Forgets to call its completion handler for an empty body; its corrected twin always calls it.
private struct CompletionClient: Sendable {
  let network: any Networking
  let isMended: Bool

  func load(_ completion: @escaping @Sendable (Result<[String], any Error>) -> Void) {
    network.get("/data").response(delivery: .inline, responseSerializer: .decodable(of: [String].self)) {
      [isMended] response in
      if let error = response.error, isMended || error.response == nil { return completion(.failure(error)) }
      guard let data = response.value else { return }
      completion(.success(data))
    }
  }
}

@Suite struct CompletionClientTests {
  private func sweep(isMended: Bool) async throws -> SweepReport {
    try await everyFault(completing: { network, completion in
      network.stub(.get("/data"), with: .json(["data"]))
      CompletionClient(network: network, isMended: isMended).load(completion)
    }).report()
  }

  @Test func aLostCompletionIsFoundByTheFaults() async throws {
    let report = try await sweep(isMended: false)
    #expect(report.grid?.signs.contains(.endless) == true)
    #expect(report.failures.contains { $0.message.hasPrefix("The body did not end in time: ") })
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(isMended: true).failures == [])
  }
}
