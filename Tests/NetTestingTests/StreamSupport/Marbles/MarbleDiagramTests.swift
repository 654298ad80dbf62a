import NetTesting
import Stream
import TestSupport
import Testing

/// The meaning of diagrams, shown by a cold observable, whose time starts at 0.
@Suite(.netTesting) struct MarbleDiagramTests {
  private let scheduler = TestScheduler()

  private func events(_ diagram: String) -> [Recorded<Event<String>>] {
    scheduler.createColdObservable(diagram).recordedEvents
  }

  @Test func aCharacterIsOneSecond() {
    expectEqual(events("-a--b|"), [.next(1, "a"), .next(4, "b"), .completed(5)])
  }

  @Test func theFirstCharacterIsAtTimeZero() { expectEqual(events("a"), [.next(0, "a")]) }

  @Test func aHashSendsAnError() { expectEqual(events("-1#"), [.next(1, "1"), .error(2, MarbleError())]) }

  @Test func theErrorCanBeSpecified() {
    let source = scheduler.createColdObservable("#", error: Offline.cable)
    expectEqual(source.recordedEvents, [.error(0, Offline.cable)])
  }

  @Test func aGroupIsOneTick() {
    expectEqual(
      events("-(ab)c(d|)"), [.next(1, "a"), .next(1, "b"), .next(2, "c"), .next(3, "d"), .completed(3)])
  }

  @Test func spacesAreIgnored() { expectEqual(events(" -a  -b "), [.next(1, "a"), .next(3, "b")]) }

  @Test(arguments: [("-a 9ms b|", "9ms"), ("10s a|", "10s"), ("a 1.5m |", "1.5m")])
  func aTimeProgressionIsRefused(diagram: String, progression: String) {
    var recorded: [Recorded<Event<String>>] = []
    let messages = failures { recorded = events(diagram) }
    expectTrue(recorded.isEmpty)
    expectEqual(messages.count, 1)
    expectEqual(messages.first?.contains("\"\(progression)\" is a time progression"), true)
  }

  @Test(arguments: ["9ms", "a9m b", "1 2 s", "5sa ", "m s", "-1m-2s|", "-a 9ms"])
  func wordsThatAreNotTimeProgressionsAreElements(diagram: String) {
    let elements = events(diagram).compactMap(\.value.element)
    #expect(elements.contains("m") || elements.contains("s"))
  }

  @Test func anEmptyDiagramIsSilent() { #expect(events("").isEmpty) }

  @Test func theTickLengthCanBeChanged() {
    let source = scheduler.createColdObservable("-a-|", tick: .milliseconds(100))
    expectEqual(source.recordedEvents, [.next(.milliseconds(100), "a"), .completed(.milliseconds(300))])
  }

  @Test func valuesCanComeFromADictionary() {
    let source = scheduler.createColdObservable("ab", values: ["a": 10, "b": 20])
    expectEqual(source.recordedEvents, [.next(0, 10), .next(1, 20)])
  }

  @Test func valuesCanComeFromAClosure() {
    let source = scheduler.createColdObservable("12", values: .init { $0.wholeNumberValue.map { $0 * 100 } })
    expectEqual(source.recordedEvents, [.next(0, 100), .next(1, 200)])
  }

  @Test func digitsCanBecomeNumbers() {
    expectEqual(scheduler.createColdObservable("7", values: .digits).recordedEvents, [.next(0, 7)])
  }

  @Test func aCaretMarksTheSubscriptionToAHotObservable() {
    let source = scheduler.createHotObservable("-a-^-b-c|")
    expectEqual(source.recordedEvents, [.next(198, "a"), .next(202, "b"), .next(204, "c"), .completed(205)])
  }

  @Test func eventsBeforeTheCaretAreNotSentIfTheirTimeIsOver() {
    let source = scheduler.createHotObservable("a-b-^-c|", from: .zero)
    let observer = scheduler.createObserver(String.self)
    let subscription = source.subscribe(observer)
    scheduler.start()
    subscription.dispose()
    expectEqual(observer.events, [.next(2, "c"), .completed(3)])
  }

  @Test func aHotObservableWithoutACaretBeginsAtTheSubscription() {
    expectEqual(scheduler.createHotObservable("-a|").recordedEvents, [.next(201, "a"), .completed(202)])
  }

  @Test func theStartOfAHotObservableCanBeChanged() {
    let source = scheduler.createHotObservable("a^-b", tick: .seconds(2), from: .seconds(10))
    expectEqual(source.recordedEvents, [.next(8, "a"), .next(14, "b")])
  }
}

@Suite(.netTesting) struct BadMarbleDiagramTests {
  private let scheduler = TestScheduler()

  private func messages(cold diagram: String) -> [String] {
    failures { _ = scheduler.createColdObservable(diagram) }
  }

  private func messages(hot diagram: String) -> [String] {
    failures { _ = scheduler.createHotObservable(diagram) }
  }

  private func problem(_ lines: String...) -> [String] {
    ["a marble diagram cannot be read: " + lines.joined(separator: "\n")]
  }

  @Test func theFailureQuotesTheDiagramAtTheCallersLine() {
    let collected = CollectedFailures()
    let line: UInt = #line + 2
    let source = collected.collect {
      scheduler.createColdObservable("-a-?-|")
    }
    expectEqual(
      collected.messages,
      [
        """
        a marble diagram cannot be read: "?" has no meaning
          -a-?-|
             ^
        """
      ])
    expectEqual(collected.places.map(\.description), ["MarbleDiagramTests.swift:\(line)"])
    expectTrue(source.recordedEvents.isEmpty)
  }

  @Test func theMarkerInTheFailureMessageAccountsForSpaces() {
    expectEqual(messages(cold: "a  !"), problem("\"!\" has no meaning", "  a  !", "     ^"))
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func aTickThatIsNotPositiveIsAnError(_ tick: Duration) {
    let messages = failures {
      #expect(scheduler.createColdObservable("a-b|", tick: tick).recordedEvents.isEmpty)
      #expect(scheduler.createHotObservable("a-^b|", tick: tick).recordedEvents.isEmpty)
    }
    expectEqual(
      messages,
      ["a-b|", "a-^b|"].map {
        "a marble diagram cannot be read: a tick of \(tick) is not positive\n  \($0)"
      })
  }

  @Test func eventsAfterTheEndAreAnError() {
    expectEqual(messages(cold: "a|-"), problem("nothing may follow the end", "  a|-", "    ^"))
    expectEqual(messages(cold: "(|a)"), problem("nothing may follow the end", "  (|a)", "    ^"))
    expectEqual(messages(cold: "#|"), problem("nothing may follow the end", "  #|", "   ^"))
  }

  @Test func unbalancedGroupsAreAnError() {
    expectEqual(messages(cold: "-(ab"), problem("this group is not closed", "  -(ab", "   ^"))
    expectEqual(messages(cold: "ab)"), problem("no group is open", "  ab)", "    ^"))
  }

  @Test func nestedAndEmptyGroupsAreAnError() {
    expectEqual(messages(cold: "(a(b"), problem("a group is inside a group", "  (a(b", "    ^"))
    expectEqual(messages(cold: "()"), problem("the group is empty", "  ()", "   ^"))
    expectEqual(messages(cold: "(a-b)"), problem("no time passes inside a group", "  (a-b)", "    ^"))
  }

  @Test func aMisplacedSubscriptionPointIsAnError() {
    expectEqual(
      messages(cold: "-^a"), problem("only hot observables have a subscription point", "  -^a", "   ^"))
    expectEqual(messages(hot: "^a^"), problem("there is a second subscription point", "  ^a^", "    ^"))
    expectEqual(messages(hot: "(^a)"), problem("the subscription point is inside a group", "  (^a)", "   ^"))
  }

  @Test func aCharacterWithoutAValueIsAnError() {
    let messages = failures { _ = scheduler.createColdObservable("-1-b", values: .digits) }
    expectEqual(messages, problem("there is no value for \"b\"", "  -1-b", "     ^"))
  }
}
