import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct ConnectionStateTests {
  private let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
  private let head = Array(
    "PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8)

  /// Returns whether the actions are those for a complete request without a body.
  private func isHandle(_ actions: [ConnectionState.Action]) -> Bool {
    guard actions.count == 2, case .begin(_, hasBody: false) = actions[0] else { return false }
    return actions[1] == .handle(trailers: [:])
  }

  /// A connection that is sending the response to its only request.
  private func answering(closes: Bool = false) -> ConnectionState {
    var state = ConnectionState()
    _ = state.received(request[...])
    expectEqual(state.beginAnswer(closes: closes), true)
    return state
  }

  @Test func aCompleteRequestIsHandled() {
    var state = ConnectionState()
    expectEqual(state.received(request[..<9]), [])
    #expect(isHandle(state.received(request[9...])))
  }

  @Test func theNextRequestWaitsForTheEndOfTheResponse() {
    var state = ConnectionState()
    #expect(isHandle(state.received((request + request)[...])))
    expectEqual(state.received([]), [])
    expectEqual(state.beginAnswer(closes: false), true)
    #expect(isHandle(state.ended(.complete)))
  }

  @Test func aCloseBetweenRequestsIsNotRecorded() {
    var state = ConnectionState()
    expectEqual(state.inputEnded(), [.close])
    var later = answering()
    _ = later.ended(.complete)
    expectEqual(later.inputEnded(), [.close])
  }

  @Test func aCloseDuringTheHeadIsRecorded() {
    var state = ConnectionState()
    _ = state.received(request[..<9])
    expectEqual(state.inputEnded(), [.noteClientClose, .close])
  }

  @Test func aCloseDuringTheBodyIsRecorded() {
    var state = ConnectionState()
    _ = state.received(head[...])
    _ = state.acceptBody()
    expectEqual(state.inputEnded(), [.noteClientClose, .close])
  }

  @Test func aCloseBeforeTheResponseIsRecorded() {
    var state = ConnectionState()
    _ = state.received(request[...])
    expectEqual(state.inputEnded(), [.noteClientClose, .close])
    expectEqual(state.beginAnswer(closes: false), false)
  }

  /// A request whose body is refused while more than a megabyte of it arrives.
  private func refusing() -> ConnectionState {
    var state = ConnectionState()
    _ = state.received(Array("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n".utf8)[...])
    state.refuseBody()
    expectEqual(state.received([UInt8](repeating: 1, count: 2 << 20)[...]), [])
    return state
  }

  @Test func aRefusedBodyIsReadAndDiscardedUntilTheEnd() {
    var state = refusing()
    expectTrue(state.wantsInput)
    expectEqual(state.beginAnswer(closes: true), true)
    expectTrue(state.wantsInput)
    expectEqual(state.rest(), [])
    expectTrue(state.wantsInput)
    state.endRest()
    expectEqual(state.ended(.complete), [.linger])
    expectTrue(state.wantsInput)
  }

  @Test func aCloseDuringARefusedBodyIsRecorded() {
    var state = refusing()
    expectTrue(state.wantsInput)
    expectEqual(state.inputEnded(), [.noteClientClose, .close])
    expectFalse(state.wantsInput)
  }

  @Test func whatFollowsTheLastRequestIsReadAndDiscarded() {
    var state = ConnectionState()
    _ = state.received(request[...])
    _ = state.received([UInt8](repeating: 1, count: 2 << 20)[...])
    expectFalse(state.wantsInput)
    expectEqual(state.beginAnswer(closes: true), true)
    expectTrue(state.wantsInput)
    expectEqual(state.received(request[...]), [])
    expectEqual(state.ended(.complete), [.linger])
  }

  @Test func aHalfClosedClientReceivesTheResponseBeingSent() {
    var state = answering()
    expectEqual(state.inputEnded(), [])
    expectFalse(state.wantsInput)
    expectEqual(state.ended(.complete), [.close])
  }

  @Test func aHalfCloseDuringADelayCountsAsAClientClose() {
    var state = answering()
    expectEqual(state.rest(), [])
    expectEqual(state.inputEnded(), [.noteClientClose, .close])
    var earlier = answering()
    expectEqual(earlier.inputEnded(), [])
    expectEqual(earlier.rest(), [.noteClientClose, .close])
  }

  @Test func aResponseContinuesAfterADelay() {
    var state = answering()
    _ = state.rest()
    expectEqual(state.ended(.complete), [])
    state.endRest()
    expectEqual(state.ended(.complete), [])
    #expect(isHandle(state.received(request[...])))
  }

  @Test func aStalledResponseEndsWhenTheClientCloses() {
    var state = answering()
    expectEqual(state.ended(.stall), [])
    expectTrue(state.wantsInput)
    expectEqual(state.inputEnded(), [.noteClientClose, .close])
  }

  @Test func aResponseCanEndInACloseOrAReset() {
    var closing = answering()
    expectEqual(closing.ended(.close), [.linger])
    expectEqual(closing.inputEnded(), [.close])
    var resetting = answering()
    expectEqual(resetting.ended(.reset), [.reset])
    expectEqual(resetting.broke(), [])
  }

  @Test func aBrokenConnectionDuringTheResponseIsRecorded() {
    var state = answering()
    expectEqual(state.broke(), [.noteClientClose, .close])
    expectEqual(state.broke(), [])
  }

  @Test func afterTheLastResponseTheConnectionStaysOpenUntilTheClientCloses() {
    var state = answering(closes: true)
    expectEqual(state.ended(.complete), [.linger])
    expectEqual(state.received(request[...]), [])
    expectTrue(state.wantsInput)
    expectEqual(state.inputEnded(), [.close])
  }

  @Test func invalidInputIsRefused() {
    var state = ConnectionState()
    let actions = state.received(Array("nonsense\r\n".utf8)[...])
    guard case .refuse(let failure)? = actions.first else {
      Issue.record("not refused: \(actions)")
      return
    }
    expectEqual(failure.status, 400)
    expectEqual(state.beginAnswer(closes: true), true)
  }

  @Test func acceptingTheBodySendsContinueOnce() {
    var state = ConnectionState()
    let actions = state.received(head[...])
    guard case .begin(_, hasBody: true)? = actions.first, actions.count == 1 else {
      Issue.record("the body was not announced: \(actions)")
      return
    }
    expectEqual(state.acceptBody(), [.send(ResponseWriter.continueResponse)])
    expectEqual(state.acceptBody(), [])
    expectEqual(state.received(Array("x".utf8)[...]), [.store(Data("x".utf8)), .handle(trailers: [:])])
  }

  @Test func continueIsNotSentIfTheBodyHasArrived() {
    var state = ConnectionState()
    _ = state.received((head + Array("x".utf8))[...])
    expectEqual(state.acceptBody(), [.store(Data("x".utf8)), .handle(trailers: [:])])
  }

  @Test func aRefusedBodyIsAnsweredAndDiscarded() {
    var state = ConnectionState()
    _ = state.received(head[...])
    state.refuseBody()
    expectEqual(state.received(Array("x".utf8)[...]), [])
    expectEqual(state.beginAnswer(closes: true), true)
    expectEqual(state.ended(.complete), [.linger])
  }

  @Test func aBodyThatCannotBeStoredIsRefused() {
    var state = ConnectionState()
    _ = state.received(head[...])
    _ = state.acceptBody()
    expectEqual(state.fail(.bodyNotKept("full")), [.refuse(.bodyNotKept("full"))])
    expectEqual(state.beginAnswer(closes: true), true)
  }

  @Test func aBodyThatArrivesWholeAndCannotBeStoredIsRefused() {
    var state = ConnectionState()
    _ = state.received((head + Array("x".utf8))[...])
    let rest = Array(state.acceptBody().dropFirst())
    expectEqual(rest, [.handle(trailers: [:])])
    let failure = ParseFailure.bodyNotKept("full")
    expectEqual(state.fail(failure, insteadOf: rest), [.refuse(failure)])
    expectEqual(state.beginAnswer(closes: true), true)
  }

  @Test func aBodyThatCannotBeStoredIsForgottenWithItsConnection() {
    var state = ConnectionState()
    _ = state.received(head[...])
    _ = state.acceptBody()
    let rest = state.inputEnded()
    expectEqual(rest, [.noteClientClose, .close])
    expectEqual(state.fail(.bodyNotKept("full"), insteadOf: rest), rest)
  }

  @Test func droppingTheResponseClosesTheConnection() {
    var state = ConnectionState()
    _ = state.received(request[...])
    expectEqual(state.drop(), [.close])
    expectEqual(state.beginAnswer(closes: false), false)
  }

  @Test func readingPausesWhenTheClientSendsFarAhead() {
    var state = ConnectionState()
    _ = state.received(request[...])
    expectTrue(state.wantsInput)
    _ = state.received([UInt8](repeating: 0x41, count: 1 << 20)[...])
    expectFalse(state.wantsInput)
  }
}
