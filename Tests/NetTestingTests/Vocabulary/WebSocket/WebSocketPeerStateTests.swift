import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// The scripted side as a value.
///
/// The frames of "Hello" are those of RFC 6455 section 5.7.
@Suite struct WebSocketPeerStateTests {
  private static let hello: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
  private static let maskedHello: [UInt8] = [
    0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
  ]
  private static let maskedClose: [UInt8] = [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]
  private static let maskedPing: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]
  private static let place = SourcePlace(file: "Test.swift", line: 1)

  private func state(_ steps: [WebSocketStep] = []) throws -> WebSocketPeerState {
    let url = try #require(URL(string: "https://h/chat"))
    var state = WebSocketPeerState(RecordedRequest(method: .get, url: url), compression: nil)
    for step in steps { state.add(step) }
    return state
  }

  private func expectation(_ text: String) -> WebSocketStep {
    .expect(
      WebSocketStep.Expectation(
        message: .text(text), words: text, matches: { $0 == .text(text) }, place: Self.place))
  }

  /// Performs all actions as an owner does, and returns them as words.
  private func words(_ state: inout WebSocketPeerState) -> [String] {
    var words: [String] = []
    while let action = state.next() {
      switch action {
      case .send(let bytes): words.append("send \(bytes.count)")
      case .read(let reads): words.append("read \(reads)")
      case .wait(let delay, let number): words.append("wait \(delay) \(number)")
      case .check(let expectation, let message):
        words.append("check \(expectation.words)")
        if !expectation.matches(message) { state.refuse(message, expectation) }
      case .respond(let responder, let message):
        words.append("respond")
        for answer in responder(message) { state.add(.send(answer)) }
      case .fail(let message, _): words.append("fail: \(message)")
      case .end(let reset): words.append(reset ? "reset" : "end")
      case .discard: break
      }
    }
    return words
  }

  @Test func stepsWaitForTheExpectedMessage() throws {
    var state = try state([expectation("Hello"), .send(.text("Hello"))])
    expectEqual(words(&state), [])
    expectEqual(state.awaited, "Hello")
    state.receive(Self.maskedHello)
    expectEqual(words(&state), ["check Hello", "send 7"])
    expectNil(state.awaited)
  }

  @Test func everySplitOfTheInputGivesTheSame() throws {
    let input = Self.maskedHello + Self.maskedHello + Self.maskedClose
    var differing: [Int] = []
    for split in 0...input.count {
      var state = try state([expectation("Hello"), .send(.text("Hello")), expectation("Hello")])
      state.receive(Array(input[..<split]))
      var seen = words(&state)
      state.receive(Array(input[split...]))
      seen += words(&state)
      let checks = seen.filter { $0 == "check Hello" }.count
      if checks != 2 || seen.last != "end" || state.received.count != 2 { differing.append(split) }
    }
    expectEqual(differing, [])
  }

  @Test func messagesThatArrivedWithTheCloseAreStillExpected() throws {
    var state = try state([expectation("Hello"), .expectClose(.normal, Self.place)])
    state.receive(Self.maskedHello + Self.maskedClose)
    expectEqual(words(&state), ["send 4", "check Hello", "end"])
  }

  @Test func onlyTheTimerOfAWaitEndsIt() throws {
    var state = try state([.wait(.seconds(1)), .send(.text("Hello"))])
    expectEqual(words(&state), ["wait 1.0 seconds 1"])
    state.waited(0)
    expectEqual(words(&state), [])
    state.waited(1)
    expectEqual(words(&state), ["send 7"])
  }

  @Test func nothingFollowsTheEnd() throws {
    var state = try state([.fault(.reset), .send(.text("Hello"))])
    expectEqual(words(&state), ["reset"])
    state.add(.send(.text("Hello")))
    state.receive(Self.maskedHello)
    state.disconnect()
    expectEqual(words(&state), [])
    expectTrue(state.isOver)
  }

  @Test func aResponderAnswersMessagesThatNoStepExpects() throws {
    var state = try state([.respond { [$0, $0] }, expectation("Hello")])
    state.receive(Self.maskedHello + Self.maskedHello)
    expectEqual(words(&state), ["check Hello", "respond", "send 7", "send 7"])
  }

  @Test func anUnmetExpectationIsReportedOnce() throws {
    var state = try state([expectation("Hello")])
    state.disconnect()
    expectEqual(state.takeUnmet()?.words.contains("expected Hello"), true)
    expectEqual(words(&state), ["end"])
  }

  @Test func aPongWaitsForTheEndOfAFrameThatIsSentSlowly() throws {
    var state = try state([.sendSlowly(.text("Hello"), count: 4, every: .seconds(1))])
    expectEqual(words(&state), ["send 4", "wait 1.0 seconds 1"])
    state.receive(Self.maskedPing)
    expectEqual(words(&state), [])
    state.waited(1)
    expectEqual(words(&state), ["send 3", "send 2"])
  }

  @Test func aFrameThatIsSentSlowlyIsCompleteBeforeTheCloseFrame() throws {
    var state = try state([.sendSlowly(.text("Hello"), count: 4, every: .seconds(1))])
    expectEqual(words(&state), ["send 4", "wait 1.0 seconds 1"])
    state.receive(Self.maskedPing + Self.maskedClose)
    expectEqual(words(&state), ["send 5", "send 4", "end"])
  }

  @Test func aMessageThatArrivesWhileTheScriptWaitsIsNotForgottenAtTheEnd() throws {
    var state = try state([.wait(.seconds(1)), expectation("Hello"), .expectNoMore(Self.place)])
    expectEqual(words(&state), ["wait 1.0 seconds 1"])
    state.receive(Self.maskedHello + Self.maskedHello)
    state.disconnect()
    expectEqual(words(&state).filter { $0.hasPrefix("check") }, ["check Hello", "check no further message"])
  }

  @Test func aMessageDoesNotMeetTheExpectationOfAClose() throws {
    var state = try state([.expectClose(nil, Self.place)])
    state.receive(Self.maskedHello)
    state.disconnect()
    let words = words(&state)
    expectEqual(words.first?.hasSuffix("ended while its script expected a close."), true)
    expectEqual(words.last, "end")
  }

  @Test func whatArrivedWhileTheScriptWaitedIsCheckedAtTheEnd() throws {
    var state = try state([.wait(.seconds(1)), expectation("Hi"), .expectClose(.goingAway, Self.place)])
    state.receive(Self.maskedHello + Self.maskedClose)
    let words = words(&state).filter { $0.hasPrefix("fail") }
    expectEqual(words.count, 2)
    #expect(words.contains { $0.hasSuffix("expected Hi, and received the text \"Hello\".") })
    #expect(words.contains { $0.hasSuffix("expected a close with code 1001, and received 1000.") })
  }
}
