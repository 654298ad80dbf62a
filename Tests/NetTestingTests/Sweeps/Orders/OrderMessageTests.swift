import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The full text of the failures of order sweeps.
@Suite struct OrderMessageTests {
  private enum AppError: Error { case wrongOrder }

  private func message<Value: Sendable>(
    cancelling: Bool = false, _ checks: [SweepCheck] = [],
    _ body: @escaping @Sendable (SweepNetwork) async throws -> Value
  ) async throws -> String {
    let failures = CollectedFailures()
    var limits = SweepLimits()
    limits.realTime = .milliseconds(50)
    let place: (StaticString, UInt) = ("/t/SearchTests.swift", 8)
    try await failures.collectAsync {
      let sweep = everyOrder(cancelling: cancelling, limits: limits, file: place.0, line: place.1, in: body)
      if let check = checks.first { try await sweep.expect(check) } else { try await sweep.expect() }
    }
    expectEqual(failures.all.count, 1)
    return failures.messages.first ?? ""
  }

  /// Sends two requests at once, and returns the order in which their responses arrive.
  @Sendable private static func arrivals(_ network: SweepNetwork) async -> [Int] {
    network.stub(.get("/{n}"), with: .json("1"))
    let arrived = SharedLock<[Int]>([])
    for number in 1...2 {
      _ = network.get("/\(number)").responseJSON { _ in arrived.withLock { $0.append(number) } }
    }
    await network.settle()
    return arrived.withLock { $0 }
  }

  @Test func aFailedExpectation() async throws {
    let text = try await message { network in
      let arrived = await Self.arrivals(network)
      expect(arrived, file: "/t/SearchTests.swift", line: 12).to(equal([1, 2]))
    }
    expectEqual(
      text,
      """
      Order sweep at SearchTests.swift:8: 1 of 4 runs failed.

      First failure: the responses in this order, and then the others as they were sent
        2 GET https://mock.invalid/2
      Expected [1, 2], got [2, 1] (SearchTests.swift:12)
      To repeat only this run, add repeating: "order:2" to the call, or set \
      NETTESTING_SWEEP="SearchTests.swift:8 order:2"

      1 GET mock.invalid/1                    200 ▚                                                   0 µs
      2 GET mock.invalid/2                    200 ▚                                                   0 µs
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode

      Note: 2 further runs looked for a simpler failing order
      """)
  }

  @Test func anErrorInsteadOfAValue() async throws {
    let text = try await message { network in
      if await Self.arrivals(network) == [2, 1] { throw AppError.wrongOrder }
    }
    #expect(
      text == """
        Order sweep at SearchTests.swift:8: 1 of 4 runs failed.

        First failure: the responses in this order, and then the others as they were sent
          2 GET https://mock.invalid/2
        The result differs: in the run without a change it succeeded, but here it failed with \
        NetTestingTests.OrderMessageTests.AppError.wrongOrder.
        To repeat only this run, add repeating: "order:2" to the call, or set \
        NETTESTING_SWEEP="SearchTests.swift:8 order:2"

        1 GET mock.invalid/1                    200 ▚                                                   0 µs
        2 GET mock.invalid/2                    200 ▚                                                   0 µs
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        Note: 2 further runs looked for a simpler failing order
        """)
  }

  @Test func anErrorOfAnotherType() async throws {
    let text = try await message([.sameResultOr(NetworkError.self)]) { network in
      if await Self.arrivals(network) == [2, 1] { throw AppError.wrongOrder }
    }
    #expect(
      text == """
        Order sweep at SearchTests.swift:8: 1 of 4 runs failed.

        First failure: the responses in this order, and then the others as they were sent
          2 GET https://mock.invalid/2
        The error is of another type: it failed with NetTestingTests.OrderMessageTests.AppError.wrongOrder. \
        Allowed: NetworkError.
        To repeat only this run, add repeating: "order:2" to the call, or set \
        NETTESTING_SWEEP="SearchTests.swift:8 order:2"

        1 GET mock.invalid/1                    200 ▚                                                   0 µs
        2 GET mock.invalid/2                    200 ▚                                                   0 µs
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        Note: 2 further runs looked for a simpler failing order
        """)
  }

  @Test func anOrderThatDoesNotEnd() async throws {
    let text = try await message { network in
      if await Self.arrivals(network) == [2, 1] {
        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    #expect(
      text == """
        Order sweep at SearchTests.swift:8: 1 of 4 runs failed.

        First failure: the responses in this order, and then the others as they were sent
          2 GET https://mock.invalid/2
        The body did not end in time: no request is open, nothing is scheduled, and nothing happened in \
        0.02 seconds of real time, nor in 0.05 seconds in an earlier run. A continuation or a completion \
        handler may never be called.
        To repeat only this run, add repeating: "order:2" to the call, or set \
        NETTESTING_SWEEP="SearchTests.swift:8 order:2"

        1 GET mock.invalid/1                    200 ▚                                                   0 µs
        2 GET mock.invalid/2                    200 ▚                                                   0 µs
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        Note: 2 further runs looked for a simpler failing order
        Note: the sweep waited in real time for code outside of its executor, but none ran. To wait less, lower \
        limits.realTime
        """)
  }

  @Test func aPostThatIsSentAgain() async throws {
    let text = try await message { network in
      network.stub(.post("/payments"), with: .status(204))
      let arrived = await Self.arrivals(network)
      for _ in 0..<(arrived == [2, 1] ? 2 : 1) { try await network.post("/payments").void() }
    }
    #expect(
      text == """
        Order sweep at SearchTests.swift:8: 1 of 4 runs failed.

        First failure: the responses in this order, and then the others as they were sent
          2 GET https://mock.invalid/2
        POST https://mock.invalid/payments was sent 2 times without an Idempotency-Key, as the requests 3 \
        and 4, and the server may have applied it each time. Do not send it again, or add a key: \
        RetryPolicy().addingIdempotencyKeys().
        To repeat only this run, add repeating: "order:2" to the call, or set \
        NETTESTING_SWEEP="SearchTests.swift:8 order:2"

        1 GET mock.invalid/1                    200 ▚                                                   0 µs
        2 GET mock.invalid/2                    200 ▚                                                   0 µs
        3 POST mock.invalid/payments            204 ▚                                                   0 µs
        4 POST mock.invalid/payments            204 ▚                                                   0 µs
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        Note: 4 further runs looked for a simpler failing order
        """)
  }

  @Test func aRequestThatACancellationLeavesOpen() async throws {
    let text = try await message(cancelling: true) { network in
      network.stub(.get("/{n}"), with: .json("1"))
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      _ = network.get("/1").responseJSON { _ in continuation.finish() }
      for await _ in stream {}
    }
    expectEqual(
      text,
      """
      Order sweep at SearchTests.swift:8: 1 of 4 runs failed.

      First failure: the responses in this order, and then the others as they were sent
        the body is cancelled
      When the body had ended, GET https://mock.invalid/1 was still open
      To repeat only this run, add repeating: "order:x" to the call, or set \
      NETTESTING_SWEEP="SearchTests.swift:8 order:x"

      1 GET mock.invalid/1                    –   ▒                                                   0 µs
      1: cancelled
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode

      Note: 1 further run looked for a simpler failing order
      """)
  }

  @Test func aBodyThatEndsBeforeItsRequests() async throws {
    let text = try await message { network in
      network.stub(.get("/{n}"), with: .json("1"))
      for number in 1...2 { _ = network.get("/\(number)").responseJSON { _ in } }
    }
    #expect(
      text == """
        Order sweep at SearchTests.swift:8: 1 of 1 run failed.

        First failure: the run without a change
        Even without a change, the body leaves something in use, or ends before its requests. Wait for \
        all requests in the body: network.settle() waits for everything. When the body had ended, GET \
        https://mock.invalid/1, GET https://mock.invalid/2 were still open.

        1 GET mock.invalid/1                    –   ▒                                                   0 µs
        2 GET mock.invalid/2                    –   ▒                                                   0 µs
        1: cancelled
        2: cancelled
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode
        """)
  }
}
