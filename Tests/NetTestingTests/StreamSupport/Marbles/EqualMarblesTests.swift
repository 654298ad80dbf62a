import NetTesting
import Stream
import TestSupport
import Testing
import XCTest

@Suite(.netTesting) struct EqualMarblesTests {
  private let scheduler = TestScheduler()

  private func message<Element: Equatable & Sendable>(
    _ events: [Recorded<Event<Element>>], _ marbles: MarbleMatcher<Element>
  ) -> String? {
    let messages = failures { expect(events).to(marbles) }
    #expect(messages.count <= 1)
    return messages.first
  }

  @Test func acceptsTheEventsRecordedByStart() {
    let source = scheduler.createHotObservable("-a-^-b-c|")
    let result = scheduler.start { source.map { $0.uppercased() } }
    expect(result.events).to(equalMarbles("--B-C|"))
  }

  @Test func acceptsEquivalentDiagrams() {
    expect([.next(201, "a"), .completed(201)]).to(equalMarbles("-(a|)"))
    expect([Recorded.next(201, "a")]).to(equalMarbles("-a---"))
  }

  @Test func showsTheFirstDifference() {
    let events = [Recorded.next(2, "a"), .completed(6)]
    expectEqual(
      message(events, equalMarbles("--a-b|", from: .zero)),
      """
      the marbles differ
        expected  --a-b|
        got       --a---|
                      ^
      at 4 s expected b, got nothing
      """)
  }

  @Test func reportsTheTickOfTheDiagram() {
    expectEqual(
      message([.next(201, "a"), .next(203, "c")], equalMarbles("-a-b")),
      """
      the marbles differ
        expected  -a-b
        got       -a-c
                     ^
      at 203 s, tick 3, expected b, got c
      """)
  }

  @Test func alignsTheColumnsOfGroups() {
    expectEqual(
      message(
        [.next(1, "a"), .next(2, "c"), .completed(2)], equalMarbles("-(ab)c|", from: .zero)),
      """
      the marbles differ
        expected  -(ab)c   |
        got       -a   (c|)
                     ^
      at 1 s expected b, got nothing
      """)
  }

  @Test func marksTheDifferenceInsideAGroup() {
    expectEqual(
      message([.next(0, "a"), .next(0, "c"), .completed(2)], equalMarbles("(ab)-|", from: .zero)),
      """
      the marbles differ
        expected  (ab)-|
        got       (ac)-|
                    ^
      at 0 s expected b, got c
      """)
  }

  @Test func reportsAnUnexpectedEvent() {
    expectEqual(
      message([.next(1, "a"), .completed(3)], equalMarbles("-a", from: .zero)),
      """
      the marbles differ
        expected  -a--
        got       -a-|
                     ^
      at 3 s expected nothing, got the completion
      """)
  }

  @Test func comparesErrors() {
    expectEqual(
      message([.error(1, Offline.cable)], equalMarbles("-#", error: Offline.plane(seat: 7), from: .zero)),
      """
      the marbles differ
        expected  -#
        got       -#
                   ^
      at 1 s expected the error plane(seat: 7) (Offline), got the error cable (Offline)
      """)
  }

  @Test func listsTheValuesOfLetters() {
    let marbles = equalMarbles("-x-y|", values: ["x": 100, "y": 200], from: .zero)
    expectEqual(
      message([.next(1, 100), .next(3, 300), .completed(4)], marbles),
      """
      the marbles differ
        expected  -x-y|
        got       -x-a|
                     ^
      at 3 s expected y, got a
        a = 300
        x = 100
        y = 200
      """)
  }

  @Test func assignsOnlyUnusedLetters() {
    let marbles = equalMarbles("a", values: ["a": "first"], from: .zero)
    expectEqual(
      message([.next(0, "other"), .next(1, "a"), .next(2, "z")], marbles),
      """
      the marbles differ
        expected  a--
        got       bcz
                  ^
      at 0 s expected a, got b
        a = "first"
        b = "other"
        c = "a"
      """)
  }

  @Test func listsEventsBetweenTicks() {
    let events = [Recorded.next(1, "a"), .next(.milliseconds(2500), "b"), .completed(3)]
    expectEqual(
      message(events, equalMarbles("-ab|", from: .zero)),
      """
      the marbles differ
        expected  -ab|
        got, not all of it at the ticks of a diagram
          a at 1 s
          b at 2.5 s
          | at 3 s
      at 2 s expected b, got nothing
      """)
  }

  @Test func listsEventsBeforeTheDiagram() {
    expectEqual(
      message([.next(150, "a")], equalMarbles("-a")),
      """
      the marbles differ
        expected  -a
        got, not all of it at the ticks of a diagram
          a at 150 s
      at 150 s expected nothing, got a
      the diagram begins at 200 s, after all of this; if it begins with the test, pass from: .zero
      """)
  }

  @Test func listsEventsFarAfterTheDiagram() {
    expectEqual(
      message([.completed(1_000_000)], equalMarbles("-", from: .zero)),
      """
      the marbles differ
        expected  -
        got, not all of it at the ticks of a diagram
          | at 1000000 s
      at 1000000 s expected nothing, got the completion
      """)
  }

  @Test func listsTheFirstOfTooManyEvents() throws {
    let events = (0..<100_000).map { Recorded.next(201, $0) }
    let text = try #require(message(events, equalMarbles("-1", values: .digits)))
    let lines = text.split(separator: "\n")
    expectEqual(lines[1...2], ["  expected  -1", "  got, too many events for a diagram"])
    #expect(lines.contains("    and 99600 more"))
    #expect(lines.count < 1000)
  }

  @Test func comparesManyEventsInShortTime() {
    let events = (0..<5_000).map { Recorded.next(200 + $0, 1) }
    let marbles = equalMarbles(String(repeating: "1", count: 5_000), values: .digits)
    #expect(processorTime { expect(events).to(marbles) } < .seconds(10))
  }

  @Test func acceptsAnotherTickLength() {
    let marbles = equalMarbles("-a|", tick: .milliseconds(100), from: .zero)
    expect([.next(.milliseconds(100), "a"), .completed(.milliseconds(200))]).to(marbles)
    expectEqual(
      message([.next(.milliseconds(100), "a")], marbles),
      """
      the marbles differ
        expected  -a|
        got       -a-
                    ^
      at 0.2 s, tick 2, expected the completion, got nothing
      """)
  }

  @Test func canBeNegated() {
    expect([Recorded.next(201, "a")]).toNot(equalMarbles("-b"))
    let messages = failures { expect([Recorded.next(201, "a")]).toNot(equalMarbles("-a")) }
    expectEqual(messages, ["expected anything but the marbles\n  -a"])
  }

  @Test func anInvalidDiagramFailsAtTheStatement() {
    let collected = CollectedFailures()
    let line: UInt = #line + 2
    collected.collect {
      expect([Recorded.next(201, "a")]).to(equalMarbles("-a)"))
    }
    expectEqual(collected.messages, ["a marble diagram cannot be read: no group is open\n  -a)\n    ^"])
    expectEqual(collected.places.map(\.description), ["EqualMarblesTests.swift:\(line)"])
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1)])
  func aTickThatIsNotPositiveFails(_ tick: Duration) {
    // All of it at one time, or in the reverse order: it must not pass.
    let events: [Recorded<Event<String>>] = [
      .next(.seconds(200), "a"), .next(.seconds(200) + tick, "b"), .completed(.seconds(200) + tick * 2),
    ]
    let messages = failures {
      expect(events).to(equalMarbles("ab|", tick: tick))
      expect(events).toNot(equalMarbles("ba|", tick: tick))
    }
    expectEqual(
      messages,
      ["ab|", "ba|"].map {
        "a marble diagram cannot be read: a tick of \(tick) is not positive\n  \($0)"
      })
  }

  @Test func anInvalidDiagramFailsToNotAsWell() {
    let messages = failures { expect([Recorded.next(201, "a")]).toNot(equalMarbles("-a)")) }
    expectEqual(messages, ["a marble diagram cannot be read: no group is open\n  -a)\n    ^"])
  }

  @Test func aThrowingExpressionFails() throws {
    func events() throws -> [Recorded<Event<String>>] { throw Offline.cable }
    let messages = try failures { expect(try events()).to(equalMarbles("-a")) }
    expectEqual(messages, ["expected marbles, but the expression threw cable (Offline)"])
  }
}

final class EqualMarblesXCTests: XCTestCase {
  func testWorksInXCTest() {
    let scheduler = TestScheduler()
    let source = scheduler.createColdObservable("-1-2-|", values: .digits)
    let result = scheduler.start { source.map { $0 * 2 } }
    expect(result.events).to(equalMarbles("-2-4-|", values: .digits))
    expect(source.subscriptions).to(equal([Subscription(200, 205)]))
  }
}
