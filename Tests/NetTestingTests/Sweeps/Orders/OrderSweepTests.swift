import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What order sweeps find.
@Suite struct OrderSweepTests {
  private let failures = CollectedFailures()

  @Sendable private static func search(_ network: SweepNetwork, switches: Bool) async -> [String] {
    SearchClient.stub(network)
    let client = SearchClient(network, switches: switches)
    for query in ["s", "sw", "swi"] { client.type(query) }
    await network.settle()
    return client.results
  }

  @Test func theSearchThatForgetsToSwitchIsFound() async throws {
    try await failures.collectAsync {
      try await everyOrder(file: "/t/SearchTests.swift", line: 8) { await Self.search($0, switches: false) }
        .expect(file: "/t/SearchTests.swift", line: 9)
    }
    expectEqual(
      failures.messages,
      [
        """
        Order sweep at SearchTests.swift:8: 1 of 4 runs failed.

        First failure: the responses in this order, and then the others as they were sent
          3 GET https://mock.invalid/search?q=swi
        The result differs: in the run without a change it returned ["swi"], but here it returned ["sw"].
        To repeat only this run, add repeating: "order:3" to the call, or set \
        NETTESTING_SWEEP="SearchTests.swift:8 order:3"

        1 GET mock.invalid/search?q=s           200 ▚                                                   0 µs
        2 GET mock.invalid/search?q=sw          200 ▚                                                   0 µs
        3 GET mock.invalid/search?q=swi         200 ▚                                                   0 µs
        · idle  ░ connect  ▒ wait  █ receive  ▚ decode

        Note: 4 further runs looked for a simpler failing order
        """
      ])
    expectEqual(failures.lines, [9])
  }

  @Test func theSearchThatSwitchesPassesAllSixOrders() async throws {
    let report = try await everyOrder { await Self.search($0, switches: true) }.report()
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(report.notes, ["all 6 orders were tried"])
  }

  private struct Results: Sendable { var texts: [String] }

  @Test func valuesThatCannotBeComparedFailTheSweep() async throws {
    let report = try await everyOrder { Results(texts: await Self.search($0, switches: false)) }.report()
    expectEqual(report.failures.map(\.run), ["the run without a change"])
    expectEqual(
      report.failures.first?.message.hasPrefix(
        "The body returns a value of type Results, which is not Equatable"), true)
  }

  @Test func valuesThatCannotBeComparedPassChecksThatDoNotCompare() async throws {
    let report = try await everyOrder { Results(texts: await Self.search($0, switches: false)) }
      .report(.endsInTime, .noLeak)
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func anOrderCanBeRepeatedByItsDescription() async throws {
    let report = try await everyOrder(repeating: "order:3,1,2") { await Self.search($0, switches: false) }
      .report()
    expectEqual(report.failures.map(\.repeating), ["order:3,1,2"])
    expectEqual(report.runs, 3)
  }

  @Test func theOrderOfTheRequestsCanBeRepeated() async throws {
    let report = try await everyOrder(repeating: "order:") { await Self.search($0, switches: false) }
      .report()
    expectTrue(report.isPassed, "\(report.text)")
    #expect(report.notes.contains("only the run order: was made"))
  }

  @Test(arguments: [
    (
      "order:1,4",
      "This order is not possible: a response in it is never pending at its turn. The run took order:1,2,3."
    ),
    (
      "2,1",
      "2,1 is not an order. An order is written order:2,1,x: the numbers of requests, and x for a cancellation."
    ),
  ]) func anImpossibleOrderIsReported(text: String, message: String) async throws {
    let report = try await everyOrder(repeating: SweepRepeat(text)) { await Self.search($0, switches: true) }
      .report()
    expectEqual(report.failures.map(\.message), [message])
  }

  @Test func moreThanSixResponsesAreSampled() async throws {
    let report = try await everyOrder(seed: 5) { network in
      network.stub(.get("/{n}"), with: .json("1"))
      return try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...7 { group.addTask { try await network.get("/\(number)").json().int ?? 0 } }
        return try await group.reduce(0, +)
      }
    }.report()
    expectTrue(report.isPassed, "\(report.text)")
    expectEqual(
      report.notes,
      [
        "200 of about 5040 orders were tried, chosen by seed 5; limits.runs sets another number"
      ])
  }

  @Test func requestsThatWaitForEachOtherHaveOneOrder() async throws {
    let report = try await everyOrder { network in
      network.stub(.get("/{n}"), with: .json("1"))
      _ = try await network.get("/a").json()
      return try await network.get("/b").json().int
    }.report()
    expectEqual(report.notes, ["no two responses were pending together"])
  }

  @Test func aDebounceDoesNotSeparateResponses() async throws {
    let report = try await everyOrder { network in
      SearchClient.stub(network)
      let client = SearchClient(network, switches: false)
      client.type("s")
      try await network.sleep(for: .milliseconds(300))
      client.type("sw")
      await network.settle()
      return client.results
    }.report()
    expectEqual(report.failures.map(\.repeating), ["order:2"])
  }

  @Test func cancellingInBetweenFindsALeak() async throws {
    let body: @Sendable (SweepNetwork) async throws -> Int = { network in
      network.stub(.get("/{n}"), with: .json("1"))
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for number in 1...2 {
        _ = network.get("/\(number)").responseJSON { _ in continuation.yield(number) }
      }
      var count = 0
      for await _ in stream {
        count += 1
        if count == 2 { return count }
      }
      throw CancellationError()
    }
    #expect(try await everyOrder(in: body).report().isPassed)
    let report = try await everyOrder(cancelling: true, in: body).report()
    expectEqual(report.failures.map(\.repeating), ["order:x"])
  }

  @Test func bodiesWithACompletionHandlerCanBeSwept() async throws {
    let report = try await everyOrder(
      returning: [String].self,
      completing: { network, done in
        SearchClient.stub(network)
        let client = SearchClient(network, switches: false)
        client.type("s")
        client.type("sw")
        network.whenSettled { done(.success(client.results)) }
      }
    ).report()
    expectEqual(report.failures.map(\.repeating), ["order:2"])
  }

  @Test func anExpectationMustHoldInEachOrder() async throws {
    let report = try await everyOrder { network in
      let results = await Self.search(network, switches: false)
      expectEqual(results, ["swi"])
    }.report()
    expectEqual(report.failures.map(\.repeating), ["order:3"])
  }
}
