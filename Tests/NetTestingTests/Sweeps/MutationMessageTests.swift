import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The full text of the failures of mutation sweeps.
@Suite struct MutationMessageTests {
  private enum AppError: Error { case unreadable }

  private func message(
    of response: StubResponse = .json(#"{"id": 7}"#),
    _ body: @escaping @Sendable (SweepNetwork) async throws -> Void
  ) async throws -> String {
    let failures = CollectedFailures()
    var limits = SweepLimits()
    limits.realTime = .milliseconds(50)
    limits.requests = 20
    try await failures.collectAsync {
      try await everyMutation(
        of: .get("/user"), with: response, limits: limits, file: "/t/UserTests.swift", line: 3, in: body
      ).expect(file: "/t/UserTests.swift", line: 9)
    }
    expectEqual(failures.lines, [9])
    return failures.messages.first ?? ""
  }

  @Test func anErrorOfAnotherType() async throws {
    let text = try await message { network in
      let value = try await network.get("/user").response(.json).result.get()
      if value["id"].isNull, value.object != nil { throw AppError.unreadable }
    }
    expectEqual(
      text,
      """
      Mutation sweep at UserTests.swift:3: 3 of 23 runs failed.

      First failure: $ emptied, in the response to GET /user
      The error is of another type: it failed with \
      NetTestingTests.MutationMessageTests.AppError.unreadable. Allowed: NetworkError.
      To repeat only this run, add repeating: "1:body:emptied" to the call, or set \
      NETTESTING_SWEEP="UserTests.swift:3 1:body:emptied"

      1 GET mock.invalid/user                 200 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode

      1 $
      2 $.id
                    1 2
      dropped         E
      null          . E
      other type    . .
      other number    .
      emptied       E
      inside arrays .
      cut           .
      other bytes   .
      . passed   E error of another type

      Further failures:
      1:.id:dropped: The error is of another type: it failed with \
      NetTestingTests.MutationMessageTests.AppError.unreadable. Allowed: NetworkError.
      1:.id:null: The error is of another type: it failed with \
      NetTestingTests.MutationMessageTests.AppError.unreadable. Allowed: NetworkError.

      Note: the client does not survive changes of $ (emptied), $.id (dropped, null)
      """)
  }

  @Test func aFailedExpectation() async throws {
    let text = try await message { network in
      let value = try? await network.get("/user").json()
      expect(value?["id"].int ?? 7, file: "/t/UserTests.swift", line: 5).to(equal(7))
    }
    expectEqual(
      text,
      """
      Mutation sweep at UserTests.swift:3: 1 of 23 runs failed.

      First failure: $.id -1, in the response to GET /user
      Expected 7, got -1 (UserTests.swift:5)
      To repeat only this run, add repeating: "1:.id:-1" to the call, or set \
      NETTESTING_SWEEP="UserTests.swift:3 1:.id:-1"

      1 GET mock.invalid/user                 200 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode

      1 $
      2 $.id
                    1 2
      dropped         .
      null          . .
      other type    . .
      other number    M
      emptied       .
      inside arrays .
      cut           .
      other bytes   .
      . passed   M misuse or failed expectation

      Note: the client does not survive changes of $.id (-1)
      """)
  }

  @Test func aRunThatDoesNotEnd() async throws {
    let text = try await message { network in
      let value = try? await network.get("/user").json()
      if value?["id"].string != nil {
        await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    expectEqual(
      text,
      """
      Mutation sweep at UserTests.swift:3: 1 of 23 runs failed.

      First failure: $.id "7", in the response to GET /user
      The body did not end in time: no request is open, nothing is scheduled, and nothing happened in \
      0.05 seconds of real time. A continuation or a completion handler may never be called.
      To repeat only this run, add repeating: "1:.id:string" to the call, or set \
      NETTESTING_SWEEP="UserTests.swift:3 1:.id:string"

      1 GET mock.invalid/user                 200 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode

      1 $
      2 $.id
                    1 2
      dropped         .
      null          . .
      other type    . T
      other number    .
      emptied       .
      inside arrays .
      cut           .
      other bytes   .
      . passed   T did not end in time

      Note: the client does not survive changes of $.id (string)
      Note: the sweep waited in real time for code outside of its executor, but none ran. To wait less, lower \
      limits.realTime
      """)
  }

  @Test func aRunThatSendsRequestsForever() async throws {
    let text = try await message { network in
      let value = try? await network.get("/user").json()
      while value?["id"].isNull == true { _ = try? await network.get("/user").json() }
    }
    #expect(
      text == """
        Mutation sweep at UserTests.swift:3: 6 of 23 runs failed.

        First failure: $ null, in the response to GET /user
        The run sent more than 20 requests, the last one GET https://mock.invalid/user. If that is right, \
        raise limits.requests.
        To repeat only this run, add repeating: "1:body:null" to the call, or set \
        NETTESTING_SWEEP="UserTests.swift:3 1:body:null"

         1 GET mock.invalid/user                200 ▒▒▒                                                10 ms
         2 GET mock.invalid/user                200   ▒▒▒                                              10 ms
         3 GET mock.invalid/user                200     ▒▒▒                                            10 ms
         4 GET mock.invalid/user                200       ▒▒▒▒                                         10 ms
         5 GET mock.invalid/user                200          ▒▒▒                                       10 ms
         6 GET mock.invalid/user                200            ▒▒▒                                     10 ms
         7 GET mock.invalid/user                200              ▒▒▒▒                                  10 ms
         8 GET mock.invalid/user                200                 ▒▒▒                                10 ms
         9 GET mock.invalid/user                200                   ▒▒▒                              10 ms
        10 GET mock.invalid/user                200                     ▒▒▒                            10 ms
        11 GET mock.invalid/user                200                        ▒▒▒                         10 ms
        12 GET mock.invalid/user                200                          ▒▒▒                       10 ms
        13 GET mock.invalid/user                200                            ▒▒▒                     10 ms
        14 GET mock.invalid/user                200                              ▒▒▒▒                  10 ms
        15 GET mock.invalid/user                200                                 ▒▒▒                10 ms
        16 GET mock.invalid/user                200                                   ▒▒▒              10 ms
        21 GET mock.invalid/user                –                                                ▒      0 µs
        21: cancelled
        … and 4 more requests
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        1 $
        2 $.id
                      1 2
        dropped         T
        null          T T
        other type    T .
        other number    .
        emptied       T
        inside arrays .
        cut           .
        other bytes   .
        . passed   T did not end in time

        Further failures:
        1:body:array: The run sent more than 20 requests, the last one GET https://mock.invalid/user. If \
        that is right, raise limits.requests.
        1:body:string: The run sent more than 20 requests, the last one GET https://mock.invalid/user. If \
        that is right, raise limits.requests.
        1:body:emptied: The run sent more than 20 requests, the last one GET https://mock.invalid/user. If \
        that is right, raise limits.requests.
        1:.id:dropped: The run sent more than 20 requests, the last one GET https://mock.invalid/user. If \
        that is right, raise limits.requests.
        1:.id:null: The run sent more than 20 requests, the last one GET https://mock.invalid/user. If that \
        is right, raise limits.requests.

        Note: the client does not survive changes of $ (null, array, string, emptied), $.id (dropped, null)
        """)
  }

  @Test func aRunThatLeavesARequestOpen() async throws {
    let text = try await message { network in
      let value = try? await network.get("/user").json()
      if value?["id"].string != nil { _ = network.get("/user").responseJSON { _ in } }
    }
    expectEqual(
      text,
      """
      Mutation sweep at UserTests.swift:3: 1 of 23 runs failed.

      First failure: $.id "7", in the response to GET /user
      When the body had ended, GET https://mock.invalid/user was still open
      To repeat only this run, add repeating: "1:.id:string" to the call, or set \
      NETTESTING_SWEEP="UserTests.swift:3 1:.id:string"

      1 GET mock.invalid/user                 200 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
      2 GET mock.invalid/user                 –                                                ▒      0 µs
      2: cancelled
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode

      1 $
      2 $.id
                    1 2
      dropped         .
      null          . .
      other type    . L
      other number    .
      emptied       .
      inside arrays .
      cut           .
      other bytes   .
      . passed   L leak

      Note: the client does not survive changes of $.id (string)
      """)
  }

  @Test func aBodyThatFailsWithoutAChange() async throws {
    let text = try await message { network in
      _ = try await network.get("/user").json()
      throw AppError.unreadable
    }
    expectEqual(
      text,
      """
      Mutation sweep at UserTests.swift:3: 1 of 1 run failed.

      First failure: the run without a change
      Even without a change, the body fails with \
      NetTestingTests.MutationMessageTests.AppError.unreadable. A sweep needs a body that succeeds: stub \
      its requests, or catch the error and return it as a value.

      1 GET mock.invalid/user                 200 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     10 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode
      """)
  }
}
