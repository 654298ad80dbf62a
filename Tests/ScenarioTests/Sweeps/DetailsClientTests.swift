import Net
import NetTesting
import Testing

/// Asks for the details of each user one after another; its corrected twin asks for all at once.
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
    try await everyFault { network in
      network.stub(.get("/users"), with: .json("[1, 2, 3, 4, 5, 6, 7, 8]"))
      network.stub(.get("/users/{number}/name"), with: .json("\"Ada\""))
      network.stub(.get("/details"), with: .json(encodable: Array(repeating: "Ada", count: 8)))
      let recorder = TraceRecorder()
      var configuration = SweepNetwork.defaultConfiguration
      configuration.monitors = [recorder]
      let session = NetworkSession(
        configuration: configuration, transport: network.transport, timer: network.timer)
      let names = try await DetailsClient(network: session, asksAtOnce: asksAtOnce).names()
      expect(recorder.trace).to(stayWithin(requests: 4))
      return names
    }.report()
  }

  @Test func aRequestForEachElementIsFoundByTheBudget() async throws {
    let report = try await sweep(asksAtOnce: false)
    let message = report.failures.first?.message ?? ""
    #expect(message.contains("Expected a trace within 4 requests, got 9 requests instead of 4"))
    #expect(
      message.contains(
        """
        8 requests to mock.invalid/users/{id}/name one after another: send them at once, or ask the service for all \
        of them in one request.
        """))
  }

  @Test func theCorrectedClientPasses() async throws {
    let report = try await sweep(asksAtOnce: true)
    #expect(report.isPassed, "\(report.text)")
    // Each of the two requests with each fault, and pairs.
    #expect(report.runs > 40)
  }
}
