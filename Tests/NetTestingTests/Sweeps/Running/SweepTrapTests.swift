import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A body that ends the process at a trap.
@Suite struct SweepTrapTests {
  @Test func theLineThatRepeatsTheRunIsPrinted() async throws {
    let result = await #expect(
      processExitsWith: .signal(Trap.endingSignal), observing: [\.standardErrorContent]
    ) {
      Trap.endsAtOnce()
      _ = try await everyFault(
        of: [.noConnection, .status(500)], file: "/t/PaymentTests.swift", line: 12,
        in: { network in
          PaymentClient.stub(network)
          do {
            _ = try await PaymentClient(network: network).pay(100)
          } catch let error as NetworkError {
            // A bug that only a status shows.
            precondition(error.response?.status != 500)
          }
        }
      ).report()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        NetTesting: the process trapped in a run of the sweep at PaymentTests.swift:12. To repeat only this run, set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"
        """))
  }
}
