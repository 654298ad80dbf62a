import Net
import NetTesting
import Testing

/// Asks for the details of each user one after the other; its mended twin asks for all at once.
private struct DetailsClient: Sendable {
  let network: any Networking
  let asksAtOnce: Bool

  func names() async throws -> [String] {
    let numbers = try await network.get("/users").object(as: [Int].self)
    if asksAtOnce {
      let all = numbers.map(String.init).joined(separator: ",")
      return try await network.get("/details", parameters: ["ids": all]).object(as: [String].self)
    }
    var names: [String] = []
    for number in numbers {
      names.append(try await network.get("/users/\(number)/name").object(as: String.self))
    }
    return names
  }
}

@Suite struct DetailsClientTests {
  private func sweep(asksAtOnce: Bool) async throws -> SweepReport {
    var limits = SweepLimits()
    limits.requests = 4
    return try await everyFault(of: .connections, limits: limits) { network in
      network.stub(.get("/users"), with: .json("[1, 2, 3, 4, 5, 6, 7, 8]"))
      network.stub(.get("/users/{number}/name"), with: .json("\"Ada\""))
      network.stub(.get("/details"), with: .json(encodable: Array(repeating: "Ada", count: 8)))
      return try await DetailsClient(network: network, asksAtOnce: asksAtOnce).names()
    }.report()
  }

  @Test func manyRequestsOneAfterTheOtherAreFoundByTheLimit() async throws {
    let report = try await sweep(asksAtOnce: false)
    #expect(report.failures.first?.message.contains("more than 4 requests") == true)
  }

  @Test func itsTwinPasses() async throws { #expect(try await sweep(asksAtOnce: true).failures == []) }
}
