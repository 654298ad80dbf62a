import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The full text of each kind of failure of fault sweeps.
@Suite struct FaultKindMessageTests {
  private enum AppError: Error { case offline }

  private func message<Value: Sendable>(
    of vocabulary: FaultVocabulary = [.status(500)], repeating: SweepRepeat? = nil,
    _ check: SweepCheck = .sameResultOr(),
    _ body: @escaping @Sendable (SweepNetwork) async throws -> Value
  ) async throws -> String {
    let failures = CollectedFailures()
    var limits = SweepLimits()
    limits.realTime = .milliseconds(50)
    limits.requests = 4
    try await failures.collectAsync {
      try await everyFault(
        of: vocabulary, repeating: repeating, limits: limits, file: "/t/PaymentTests.swift", line: 12,
        in: body
      ).expect(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, check)
    }
    expectEqual(failures.all.count, 1)
    return failures.messages.first ?? ""
  }

  @Test func anErrorOfAnotherType() async throws {
    let text = try await message(.sameResultOr(NetworkError.self)) { network in
      PaymentClient.stub(network)
      do { return try await PaymentClient(network: network).pay(100) } catch { throw AppError.offline }
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 3 runs failed.

        First failure: status-500 at request 1, POST https://mock.invalid/payments
        The error is of another type: it failed with \
        NetTestingTests.FaultKindMessageTests.AppError.offline. Allowed: NetworkError.
        To repeat only this run, add repeating: "1:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"

        1 POST mock.invalid/payments            500 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        1: POST https://mock.invalid/payments failed: the status code 500 is not acceptable.
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 POST https://mock.invalid/payments
                   1
        status-500 E
        E error of another type

        Note: pairs of faults are tried when all single faults pass
        """)
  }

  @Test func aFailedExpectation() async throws {
    let text = try await message { network in
      PaymentClient.stub(network)
      let paid = try? await PaymentClient(network: network).pay(100)
      expect(paid, file: "/t/PaymentTests.swift", line: 14).to(equal(7))
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 3 runs failed.

        First failure: status-500 at request 1, POST https://mock.invalid/payments
        Expected 7, got nil (PaymentTests.swift:14)
        To repeat only this run, add repeating: "1:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"

        1 POST mock.invalid/payments            500 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        1: POST https://mock.invalid/payments failed: the status code 500 is not acceptable.
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 POST https://mock.invalid/payments
                   1
        status-500 M
        M misuse or failed expectation

        Note: pairs of faults are tried when all single faults pass
        """)
  }

  @Test func aRunThatDoesNotEnd() async throws {
    let text = try await message { network in
      PaymentClient.stub(network)
      if (try? await PaymentClient(network: network).pay(100)) == nil {
        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 3 runs failed.

        First failure: status-500 at request 1, POST https://mock.invalid/payments
        The body did not end in time: no request is open, nothing is scheduled, and nothing happened in \
        0.05 seconds of real time. A continuation or a completion handler may never be called.
        To repeat only this run, add repeating: "1:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"

        1 POST mock.invalid/payments            500 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        1: POST https://mock.invalid/payments failed: the status code 500 is not acceptable.
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 POST https://mock.invalid/payments
                   1
        status-500 T
        T did not end in time

        Note: pairs of faults are tried when all single faults pass
        Note: the sweep waited in real time for code outside of its executor, but none ran. To wait less, lower \
        limits.realTime
        """)
  }

  @Test func aRequestThatIsLeftOpen() async throws {
    let text = try await message { network in
      PaymentClient.stub(network)
      network.stub(.get("/a"), with: .json("1"))
      if (try? await PaymentClient(network: network).pay(100)) == nil {
        _ = network.get("/a").responseJSON { _ in }
      }
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 3 runs failed.

        First failure: status-500 at request 1, POST https://mock.invalid/payments
        When the body had ended, GET https://mock.invalid/a was still open
        To repeat only this run, add repeating: "1:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"

        1 POST mock.invalid/payments            500 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        2 GET mock.invalid/a                    –                                                ▒      0 µs
        1: POST https://mock.invalid/payments failed: the status code 500 is not acceptable.
        2: cancelled
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 POST https://mock.invalid/payments
                   1
        status-500 L
        L leak

        Note: pairs of faults are tried when all single faults pass
        """)
  }

  @Test func aRetryWithoutALimit() async throws {
    let text = try await message(of: [.lasting(.noConnection)]) { network in
      network.stub(.get("/a"), with: .json("1"))
      while (try? await network.get("/a").json()) == nil {}
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 3 runs failed.

        First failure: lasting-no-connection at request 1, GET https://mock.invalid/a
        The run sent more than 4 requests, the last one GET https://mock.invalid/a. If that is right, raise \
        limits.requests.
        To repeat only this run, add repeating: "1:lasting-no-connection" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:lasting-no-connection"

        1 GET mock.invalid/a                    ✗   ▒▒▒▒▒▒▒▒▒▒▒▒                                       10 ms
        2 GET mock.invalid/a                    ✗              ▒▒▒▒▒▒▒▒▒▒▒▒                            10 ms
        3 GET mock.invalid/a                    ✗                          ▒▒▒▒▒▒▒▒▒▒▒▒                10 ms
        4 GET mock.invalid/a                    ✗                                     ▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        5 GET mock.invalid/a                    –                                                ▒      0 µs
        1: GET https://mock.invalid/a failed: the connection failed while connecting: NSURLErrorDomain -100…
        2: GET https://mock.invalid/a failed: the connection failed while connecting: NSURLErrorDomain -100…
        3: GET https://mock.invalid/a failed: the connection failed while connecting: NSURLErrorDomain -100…
        4: GET https://mock.invalid/a failed: the connection failed while connecting: NSURLErrorDomain -100…
        5: cancelled
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 GET https://mock.invalid/a
                              1
        lasting-no-connection T
        T did not end in time

        Note: pairs of faults are tried when all single faults pass
        """)
  }

  @Test func aPairOfFaults() async throws {
    let text = try await message { network in
      network.stub(.get("/a"), with: .json("1"))
      for _ in 1...2 { if let value = try? await network.get("/a").json() { return value.int } }
      return nil
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 4 runs failed.

        First failure: status-500 at request 1, GET https://mock.invalid/a, and status-500 at request 2, \
        GET https://mock.invalid/a
        The result differs: in the run without a change it returned Optional(1), but here it returned nil.
        To repeat only this run, add repeating: "1:status-500+2:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500+2:status-500"

        1 GET mock.invalid/a                    500 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒                            10 ms
        2 GET mock.invalid/a                    500                        ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        1: GET https://mock.invalid/a failed: the status code 500 is not acceptable.
        2: GET https://mock.invalid/a failed: the status code 500 is not acceptable.
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 GET https://mock.invalid/a
                   1
        status-500 .
        . passed

        Note: 1 of 1 pair of faults was tried
        """)
  }

  @Test func anUnknownRun() async throws {
    let text = try await message(repeating: "4:status-500") { network in
      PaymentClient.stub(network)
      return try await PaymentClient(network: network).pay(100)
    }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 2 runs failed.

      First failure: repeating 4:status-500
      No request of this sweep has the fault 4:status-500. The body sends 1 request, and the faults are: \
      status-500.
      To repeat only this run, add repeating: "4:status-500" to the call, or set \
      NETTESTING_SWEEP="PaymentTests.swift:12 4:status-500"
      """)
  }
}
