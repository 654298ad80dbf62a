import Net
import NetTesting
import Synchronization
import Testing

/// Refreshes its token and sends the request again for as long as the service responds with 401; its corrected twin
/// does so once.
private final class UnauthorizedClient: Sendable {
  private let network: any Networking
  private let refreshes: Int?
  private let token = Mutex("old")

  init(_ network: any Networking, refreshes: Int?) {
    self.network = network
    self.refreshes = refreshes
  }

  func title() async throws -> String {
    var count = 0
    while true {
      let access = token.withLock { $0 }
      let response = await network.get("/title", headers: [.authorization(bearerToken: access)])
        .response(.string)
      guard response.response?.status == 401, count < refreshes ?? .max else {
        return try response.result.get()
      }
      count += 1
      let fresh = try await network.put("/token").object(as: String.self)
      token.withLock { $0 = fresh }
    }
  }
}

@Suite struct UnauthorizedClientTests {
  private func sweep(refreshes: Int?) async throws -> SweepReport {
    try await everyFault(of: .cancellations + .connections + .statuses + .outages) { network in
      network.stub(.get("/title"), with: .text("Soup"))
      network.stub(.put("/token"), with: .json(#""new""#))
      return try await UnauthorizedClient(network, refreshes: refreshes).title()
    }.report()
  }

  @Test func refreshingWithoutALimitIsFoundByTheFaults() async throws {
    let report = try await sweep(refreshes: nil)
    #expect(report.failures.map(\.repeating) == ["1:lasting-status-401"])
    #expect(report.failures.first?.message.hasPrefix("The run sent more than 1000 requests") == true)
  }

  @Test func theCorrectedClientPasses() async throws { #expect(try await sweep(refreshes: 1).failures == []) }
}
