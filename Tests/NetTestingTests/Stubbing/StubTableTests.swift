import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct StubTableTests {
  private var place: SourcePlace { SourcePlace(file: "/t/UserTests.swift", line: 7) }

  private func stub(_ matcher: RequestMatcher, _ statuses: Int..., times: StubCount = .always) -> Stub {
    Stub(
      matcher, answers: statuses.map { .response(.status($0)) }, count: times, place: place)
  }

  private func status(_ table: inout StubTable, _ url: String = "https://h/a") throws -> Int? {
    let request = try recorded(.get, url)
    guard case .taken(let taken) = table.take(from: table.candidate(for: request)) else { return nil }
    guard case .response(let status, _, _) = taken.response(to: request).outcome else { return nil }
    return status
  }

  @Test func theNewestMatchingStubAnswers() throws {
    var table = StubTable()
    table.add(stub(.everything, 200))
    table.add(stub(.get("/a"), 201))
    table.add(stub(.get("/b"), 202))
    expectEqual(try status(&table), 201)
    expectEqual(try status(&table, "https://h/c"), 200)
  }

  @Test func anOlderStubAnswersWhenTheNewerIsUsedUp() throws {
    var table = StubTable()
    table.add(stub(.everything, 200))
    table.add(stub(.everything, 503, times: 2))
    expectEqual(try (0..<4).map { _ in try status(&table) }, [503, 503, 200, 200])
  }

  @Test func aSequenceRespondsInOrderAndItsLastRepeats() throws {
    var table = StubTable()
    table.add(stub(.everything, 1, 2, 3))
    expectEqual(try (0..<5).map { _ in try status(&table) }, [1, 2, 3, 3, 3])
  }

  @Test func matchersAreCalledUntilOneMatchesAndNotOnceTheyAreUsedUp() throws {
    let calls = callCounter()
    let matcher = RequestMatcher("any") { _ in calls() > 0 }
    var table = StubTable()
    for status in 1...100 { table.add(stub(matcher, status, times: 1)) }
    expectEqual(try (1...101).map { _ in try status(&table) }, (1...100).reversed() + [nil])
    expectEqual(calls(), 101)
  }

  @Test func anOlderStubAnswersIfAnotherRequestTakesTheLastResponseOfTheNewer() throws {
    var table = StubTable()
    table.add(stub(.everything, 200))
    table.add(stub(.everything, 503, times: 1))
    let candidate = table.candidate(for: try recorded(.get, "https://h/a"))
    expectEqual(try status(&table), 503)
    guard case .stale = table.take(from: candidate) else {
      Issue.record("taken twice")
      return
    }
    expectEqual(try status(&table), 200)
  }

  @Test func anEmptySequenceIsUsedUp() throws {
    var table = StubTable()
    table.add(stub(.everything, 200))
    table.add(stub(.get("/a"), times: 0))
    expectEqual(try status(&table), 200)
    let report = table.report(for: try recorded(.get, "https://h/a"))
    #expect(report.contains("it has no responses") && !report.contains("it must not be requested"))
  }

  @Test(arguments: [
    (StubCount.once, 1, 1), (.times(2), 2, 2), (3, 3, 3), (.optionally(2), 2, 0), (.optionally, 1, 0),
    (.times(0), 0, 0), (.times(-1), 0, 0), (.always, 9, 0), (.atLeast(2), 9, 2), (.atLeast(0), 9, 0),
    (.atLeast(-1), 9, 0), (.between(2...4), 4, 2), (.between(1...1), 1, 1), (.between(0...3), 3, 0),
    (.between(0...0), 0, 0), (.between(-2 ... -1), 0, 0),
  ])
  func aCountSetsTheMaximumAndTheMinimum(count: StubCount, most: Int, least: Int) throws {
    var table = StubTable()
    table.add(stub(.everything, 200, times: count))
    var unasked = table
    expectEqual(unasked.takeUnused().isEmpty, least == 0)
    for _ in 0..<most { expectEqual(try status(&table), 200) }
    expectTrue(table.takeUnused().isEmpty)
    if most < 9 { expectNil(try status(&table)) }
  }

  @Test func aProhibitedStubHidesOlderOnes() throws {
    var table = StubTable()
    table.add(stub(.everything, 200))
    table.add(stub(.get("/a"), 201, times: .never))
    expectNil(try status(&table))
    expectEqual(try status(&table, "https://h/b"), 200)
    #expect(table.report(for: try recorded(.get, "https://h/a")).contains("it must not be requested"))
    expectTrue(table.takeUnused().isEmpty)
  }

  @Test func aNewerStubHidesAProhibitedOne() throws {
    var table = StubTable()
    table.add(stub(.get("/a"), 201, times: .never))
    table.add(stub(.everything, 200))
    expectEqual(try status(&table), 200)
  }

  @Test func enqueuedResponsesComeFirstAndOnce() throws {
    var table = StubTable()
    for status in [503, 504] {
      var enqueued = stub(.everything, status, times: 1)
      enqueued.isEnqueued = true
      table.add(enqueued)
    }
    table.add(stub(.everything, 200))
    expectEqual(try (0..<3).map { _ in try status(&table) }, [503, 504, 200])
  }

  @Test func clearingTheStubsInvalidatesCandidatesFoundBefore() throws {
    var table = StubTable()
    table.add(stub(.everything, 200))
    let candidate = table.candidate(for: try recorded(.get, "https://h/a"))
    _ = table.clear()
    table.add(stub(.everything, 201))
    guard case .stale = table.take(from: candidate) else {
      Issue.record("taken from a stub that was removed")
      return
    }
    expectEqual(try status(&table), 201)
  }

  @Test func aRetiredTableKeepsUnusedStubsAndAcceptsNoMore() throws {
    var table = StubTable()
    table.add(stub(.everything, 200, times: 1))
    _ = table.retire()
    table.add(stub(.everything, 201))
    expectNil(try status(&table))
    expectEqual(table.takeUnused().count, 1)
    expectTrue(table.takeUnused().isEmpty)
  }

  @Test func aStubWithoutResponsesDoesNotMatch() throws {
    var table = StubTable()
    table.add(stub(.everything))
    expectNil(try status(&table))
  }

  @Test func theReportOfAnUnusedStubShowsItsCount() throws {
    var table = StubTable()
    table.add(stub(.get("/a"), 200, times: 2))
    _ = try status(&table)
    expectEqual(
      table.takeUnused().map(\.report),
      [
        """
        The stub for GET /a was expected to answer 2 times, but answered 1. If fewer are fine, write \
        `times: .optionally(2)`.
        """
      ])
  }

  @Test func theReportOfAStubThatMustAnswerAtLeastOnceSaysSo() {
    var table = StubTable()
    table.add(stub(.get("/a"), 200, times: .atLeast(1)))
    expectEqual(
      table.takeUnused().map(\.report),
      [
        """
        The stub for GET /a was expected to answer at least 1 time, but answered 0. If fewer are fine, leave out `times:`.
        """
      ])
  }

  @Test func theReportOfAStubThatAnsweredLessOftenThanItsRangeShowsBothBounds() throws {
    var table = StubTable()
    table.add(stub(.get("/a"), 200, times: .between(2...4)))
    _ = try status(&table)
    expectEqual(
      table.takeUnused().map(\.report),
      [
        """
        The stub for GET /a was expected to answer 2 to 4 times, but answered 1. If fewer are fine, write \
        `times: .optionally(4)`.
        """
      ])
  }

  @Test func aRequestAboveTheRangeIsReportedWithItsUpperBound() throws {
    var table = StubTable()
    table.add(stub(.get("/a"), 200, times: .between(1...2)))
    for _ in 0..<2 { _ = try status(&table) }
    #expect(table.report(for: try recorded(.get, "https://h/a")).contains("already used 2 of 2"))
  }
}
