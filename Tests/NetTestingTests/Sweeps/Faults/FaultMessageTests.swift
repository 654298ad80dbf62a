import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The full text of the failures of fault sweeps.
@Suite struct FaultMessageTests {
  private let failures = CollectedFailures()

  private func message<Value: Sendable>(
    of vocabulary: FaultVocabulary = [.status(500)], _ checks: SweepCheck = .sameResultOr(),
    _ body: @escaping @Sendable (SweepNetwork) async throws -> Value
  ) async throws -> String {
    // None of these bodies waits for something in real time.
    var limits = SweepLimits()
    limits.realTime = .milliseconds(50)
    try await failures.collectAsync {
      try await everyFault(of: vocabulary, limits: limits, file: "/t/PaymentTests.swift", line: 12, in: body)
        .expect(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, checks)
    }
    expectEqual(failures.all.count, 1)
    return failures.messages.first ?? ""
  }

  @Test func aPostSentTwice() async throws {
    let text = try await message(of: [.noConnection, .status(500), .timeout]) { network in
      PaymentClient.stub(network)
      return try await PaymentClient(network: network, repeatsPost: true).pay(100)
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 2 of 5 runs failed.

        First failure: status-500 at request 1, POST https://mock.invalid/payments
        POST https://mock.invalid/payments was sent 2 times without an Idempotency-Key, as the requests \
        1 and 2, and the server may have applied it each time. Do not send it again, or add a key: \
        RetryPolicy().addingIdempotencyKeys().
        To repeat only this run, add repeating: "1:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"

        1 POST mock.invalid/payments            500 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒                            10 ms
        2 POST mock.invalid/payments            200                        ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        1: POST https://mock.invalid/payments failed: the status code 500 is not acceptable.
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 POST https://mock.invalid/payments
                      1
        no-connection .
        status-500    D
        timeout       D
        . passed   D unsafe request sent again

        Further failures:
        1:timeout: POST https://mock.invalid/payments was sent 2 times without an Idempotency-Key, as \
        the requests 1 and 2, and the server may have applied it each time. Do not send it again, or add \
        a key: RetryPolicy().addingIdempotencyKeys().

        Note: pairs of faults are tried when all single faults pass
        """)
  }

  @Test func aBodyThatNeverEnds() async throws {
    let text = try await message { network in
      PaymentClient.stub(network)
      _ = try await PaymentClient(network: network).pay(100)
      await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

      First failure: the run without a change
      Even without a change, the body does not end: no request is open, nothing is \
      scheduled, and nothing happened in 0.05 seconds of real time. A continuation or a completion \
      handler may never be called.

      1 POST mock.invalid/payments            200 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode

      Note: the sweep waited in real time for code outside of its executor, but none ran. To wait less, lower \
      limits.realTime
      """)
  }

  @Test func aBodyThatYieldsForever() async throws {
    let text = try await message { _ in
      while true { await Task.yield() }
    }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

      First failure: the run without a change
      Even without a change, the body does not end: no request is open, nothing is \
      scheduled, and a task of the body runs in a loop, such as one with Task.yield().
      """)
  }

  @Test func aBodyThatPollsForever() async throws {
    let text = try await message { network in
      network.stub(.get("/state"), with: .json(#""busy""#))
      while try await network.get("/state").json().string == "busy" {
        try await network.sleep(for: .seconds(60))
      }
    }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

      First failure: the run without a change
      Even without a change, the body does not end: no request is open, and the \
      next action is due at 600.1 seconds, after the limit of 600.0 seconds of virtual time.

       1 GET mock.invalid/state               200 ▒                                                  10 ms
       2 GET mock.invalid/state               200      ▒                                             10 ms
       3 GET mock.invalid/state               200           ▒                                        10 ms
       4 GET mock.invalid/state               200                ▒                                   10 ms
       5 GET mock.invalid/state               200                     ▒                              10 ms
       6 GET mock.invalid/state               200                          ▒                         10 ms
       7 GET mock.invalid/state               200                               ▒                    10 ms
       8 GET mock.invalid/state               200                                    ▒               10 ms
       9 GET mock.invalid/state               200                                         ▒          10 ms
      10 GET mock.invalid/state               200                                              ▒     10 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode
      """)
  }

  @Test func aBodyThatSendsRequestsForever() async throws {
    let text = try await message { network in
      network.stub(.get("/pages/{n}"), with: .json("[]"))
      var page = 0
      while true {
        page += 1
        _ = try await network.get("/pages/\(page)").json()
      }
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

        First failure: the run without a change
        Even without a change, the body fails. The run sent more than 1000 requests, the last one GET \
        https://mock.invalid/pages/1001. If that is right, raise limits.requests.

           2 GET mock.invalid/pages/2           200 ▒                                                  10 ms
           3 GET mock.invalid/pages/3           200 ▒                                                  10 ms
           4 GET mock.invalid/pages/4           200 ▒                                                  10 ms
           5 GET mock.invalid/pages/5           200 ▒                                                  10 ms
           6 GET mock.invalid/pages/6           200 ▒                                                  10 ms
           7 GET mock.invalid/pages/7           200 ▒                                                  10 ms
           8 GET mock.invalid/pages/8           200 ▒                                                  10 ms
           9 GET mock.invalid/pages/9           200 ▒                                                  10 ms
          10 GET mock.invalid/pages/10          200 ▒                                                  10 ms
          11 GET mock.invalid/pages/11          200 ▒                                                  10 ms
          12 GET mock.invalid/pages/12          200 ▒                                                  10 ms
          13 GET mock.invalid/pages/13          200 ▒                                                  10 ms
          14 GET mock.invalid/pages/14          200 ▒                                                  10 ms
          15 GET mock.invalid/pages/15          200 ▒                                                  10 ms
          16 GET mock.invalid/pages/16          200 ▒                                                  10 ms
        1001 GET mock.invalid/pages/1001        –                                                ▒      0 µs
        1001: cancelled
        … and 984 more requests
        … 1 older request not kept
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode
        """)
  }

  @Test func aBodyThatEndsBeforeItsRequests() async throws {
    let text = try await message { network in
      PaymentClient.stub(network)
      _ = network.post("/payments").responseJSON { _ in }
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

        First failure: the run without a change
        Even without a change, the body leaves something in use, or ends before its requests. Wait \
        for all requests in the body: network.settle() waits for everything. When the body had ended, \
        POST https://mock.invalid/payments was still open.

        1 POST mock.invalid/payments            –   ▒                                                   0 µs
        1: cancelled
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode
        """)
  }

  @Test func aBodyThatUsesTwoNetworks() async throws {
    let text = try await message { network in
      PaymentClient.stub(network)
      let other = NetworkingMock(file: "/t/PaymentTests.swift", line: 14)
      other.stub(.get("/rates"), with: .json("1"))
      _ = try await other.get("/rates").json()
      _ = try await PaymentClient(network: network).pay(100)
    }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

      First failure: the run without a change
      Even without a change, the body fails. The body sent a request through another mock than the \
      network that it was given. The sweep does not reach that mock: pass the network to all code \
      under test. (PaymentTests.swift:14)

      1 POST mock.invalid/payments            200 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode
      """)
  }

  @Test func aBodyThatKeepsTheNetworkOfAnEarlierRun() async throws {
    let kept = SharedLock<SweepNetwork?>(nil)
    let text = try await message { network in
      let used = kept.withLock { kept in
        kept = kept ?? network
        return kept ?? network
      }
      PaymentClient.stub(used)
      _ = try await PaymentClient(network: used).pay(100)
    }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 2 runs failed.

      First failure: the run without a change
      The second run without a change fails. The body sent a request through another mock than the \
      network that it was given. The sweep does not reach that mock: pass the network to all code \
      under test.

      Note: the sweep waited in real time for code outside of its executor, but none ran. To wait less, lower \
      limits.realTime
      """)
  }

  @Test func aBodyWithoutARequest() async throws {
    let text = try await message { _ in }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

      First failure: the run without a change
      The body sent no request through the network that it was given, so there is nothing to sweep. \
      Pass the network to the code under test; code that creates its own session needs \
      network.transport and network.timer.
      """)
  }

  @Test func aBodyWithOtherRequestsInEachRun() async throws {
    let next = callCounter()
    let text = try await message { network in
      network.stub(.get("/{n}"), with: .json("1"))
      _ = try await network.get("/\(next())").json()
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 2 runs failed.

        First failure: the run without a change
        Two runs without a change differ. A sweep needs a body that always does the same: use \
        network.seed for random choices, network.time for dates, and no state from outside.
        First run:
          1 GET https://mock.invalid/1
        Second run:
          1 GET https://mock.invalid/2
        """)
  }

  @Test func aBodyWithAnotherValueInEachRun() async throws {
    let next = callCounter()
    let text = try await message { network in
      PaymentClient.stub(network)
      _ = try await PaymentClient(network: network).pay(100)
      return next()
    }
    expectEqual(
      text,
      """
      Fault sweep at PaymentTests.swift:12: 1 of 2 runs failed.

      First failure: the run without a change
      Two runs without a change differ. A sweep needs a body that always does the same: use \
      network.seed for random choices, network.time for dates, and no state from outside.
      First run: it returned 1
      Second run: it returned 2
      """)
  }

  @Test func aBodyThatFailsWithoutAFault() async throws {
    let text = try await message { network in
      network.stub(.post("/payments"), with: .status(404))
      return try await PaymentClient(network: network).pay(100)
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

        First failure: the run without a change
        Even without a change, the body fails with POST https://mock.invalid/payments failed: the \
        status code 404 is not acceptable. A sweep needs a body that succeeds: stub its requests, or \
        catch the error and return it as a value.

        1 POST mock.invalid/payments            404 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        1: POST https://mock.invalid/payments failed: the status code 404 is not acceptable.
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode
        """)
  }

  @Test func aRequestThatNoStubAnswers() async throws {
    let text = try await message { network in try await PaymentClient(network: network).pay(100) }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 1 run failed.

        First failure: the run without a change
        Even without a change, the body fails. No stub answers POST https://mock.invalid/payments
        There are no stubs.
        To answer it: network.stub(.post("https://mock.invalid/payments"), with: …)

        1 POST mock.invalid/payments            ✗   ▒                                                   0 µs
        1: POST https://mock.invalid/payments failed: the connection failed while connecting: No stub \
        answe…
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode
        """)
  }

  @Test func anotherResult() async throws {
    let text = try await message { network in
      PaymentClient.stub(network)
      return (try? await PaymentClient(network: network).pay(100)) ?? 0
    }
    #expect(
      text == """
        Fault sweep at PaymentTests.swift:12: 1 of 3 runs failed.

        First failure: status-500 at request 1, POST https://mock.invalid/payments
        The result differs: in the run without a change it returned 7, but here it returned 0.
        To repeat only this run, add repeating: "1:status-500" to the call, or set \
        NETTESTING_SWEEP="PaymentTests.swift:12 1:status-500"

        1 POST mock.invalid/payments            500 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
        1: POST https://mock.invalid/payments failed: the status code 500 is not acceptable.
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 POST https://mock.invalid/payments
                   1
        status-500 V
        V another result

        Note: pairs of faults are tried when all single faults pass
        """)
  }

  @Test func aFailureIsReportedAtTheLineOfExpect() async throws {
    try await failures.collectAsync {
      try await everyFault(in: { _ in }).expect(file: "/t/PaymentTests.swift", line: 99)
    }
    expectEqual(failures.lines, [99])
  }
}
