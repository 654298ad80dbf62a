import Net
import NetTesting
import Testing

private struct Receipt: Decodable, Equatable {
  var paid: Bool
}

/// Sends a payment again after a failure, and its corrected twin, which names both with one key.
private struct PaymentClient: Sendable {
  let network: any Networking
  let usesKey: Bool

  func pay(_ amount: Int) async throws -> Receipt {
    do { return try await send(amount) } catch {
      try Task.checkCancellation()
      return try await send(amount)
    }
  }

  private func send(_ amount: Int) async throws -> Receipt {
    let headers: HTTPHeaders = usesKey ? ["Idempotency-Key": "payment-\(amount)"] : [:]
    return try await network.post("/payments", parameters: ["amount": amount], headers: headers)
      .object(as: Receipt.self)
  }
}

@Suite struct PaymentClientTests {
  private func sweep(usesKey: Bool) async throws -> SweepReport {
    try await everyFault(of: .standard) { network in
      network.stub(.post("/payments"), with: .json(["paid": true]))
      return try await PaymentClient(network: network, usesKey: usesKey).pay(12)
    }.report()
  }

  @Test func aRetryOfPOSTIsFoundByTheFaults() async throws {
    let report = try await sweep(usesKey: false)
    #expect(report.grid?.signs.contains(.duplicate) == true)
    #expect(report.failures.contains { $0.message.contains("was sent 2 times without an Idempotency-Key") })
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(usesKey: true).failures == [])
  }
}
