import Foundation
import Net
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
    #expect(state.beginAnswer(closes: closes) == true)
    return state
  }

  @Test func aCompleteRequestIsHandled() {
    var state = ConnectionState()
    #expect(state.received(request[..<9]) == [])
    #expect(isHandle(state.received(request[9...])))
  }

  @Test func theNextRequestWaitsForTheEndOfTheResponse() {
    var state = ConnectionState()
    #expect(isHandle(state.received((request + request)[...])))
    #expect(state.received([]) == [])
    #expect(state.beginAnswer(closes: false) == true)
    #expect(isHandle(state.ended(.complete)))
  }

  @Test func aCloseBetweenRequestsIsNotRecorded() {
    var state = ConnectionState()
    #expect(state.inputEnded() == [.close])
    var later = answering()
    _ = later.ended(.complete)
    #expect(later.inputEnded() == [.close])
  }

  @Test func aCloseDuringTheHeadIsRecorded() {
    var state = ConnectionState()
    _ = state.received(request[..<9])
    #expect(state.inputEnded() == [.noteClientClose, .close])
  }

  @Test func aCloseDuringTheBodyIsRecorded() {
    var state = ConnectionState()
    _ = state.received(head[...])
    _ = state.acceptBody()
    #expect(state.inputEnded() == [.noteClientClose, .close])
  }

  @Test func aCloseBeforeTheResponseIsRecorded() {
    var state = ConnectionState()
    _ = state.received(request[...])
    #expect(state.inputEnded() == [.noteClientClose, .close])
    #expect(state.beginAnswer(closes: false) == false)
  }

  @Test func aHalfClosedClientReceivesTheResponseBeingSent() {
    var state = answering()
    #expect(state.inputEnded() == [])
    #expect(!state.wantsInput)
    #expect(state.ended(.complete) == [.close])
  }

  @Test func aHalfCloseDuringADelayCountsAsAClientClose() {
    var state = answering()
    #expect(state.rest() == [])
    #expect(state.inputEnded() == [.noteClientClose, .close])
    var earlier = answering()
    #expect(earlier.inputEnded() == [])
    #expect(earlier.rest() == [.noteClientClose, .close])
  }

  @Test func aResponseContinuesAfterADelay() {
    var state = answering()
    _ = state.rest()
    #expect(state.ended(.complete) == [])
    state.goOn()
    #expect(state.ended(.complete) == [])
    #expect(isHandle(state.received(request[...])))
  }

  @Test func aStalledResponseEndsWhenTheClientCloses() {
    var state = answering()
    #expect(state.ended(.stall) == [])
    #expect(state.wantsInput)
    #expect(state.inputEnded() == [.noteClientClose, .close])
  }

  @Test func aResponseCanEndInACloseOrAReset() {
    var closing = answering()
    #expect(closing.ended(.close) == [.linger])
    #expect(closing.inputEnded() == [.close])
    var resetting = answering()
    #expect(resetting.ended(.reset) == [.reset])
    #expect(resetting.broke() == [])
  }

  @Test func aBrokenConnectionDuringTheResponseIsRecorded() {
    var state = answering()
    #expect(state.broke() == [.noteClientClose, .close])
    #expect(state.broke() == [])
  }

  @Test func afterTheLastResponseTheConnectionStaysOpenUntilTheClientCloses() {
    var state = answering(closes: true)
    #expect(state.ended(.complete) == [.linger])
    #expect(state.received(request[...]) == [])
    #expect(state.wantsInput)
    #expect(state.inputEnded() == [.close])
  }

  @Test func invalidInputIsRefused() {
    var state = ConnectionState()
    let actions = state.received(Array("nonsense\r\n".utf8)[...])
    guard case .refuse(let failure)? = actions.first else {
      Issue.record("not refused: \(actions)")
      return
    }
    #expect(failure.status == 400)
    #expect(state.beginAnswer(closes: true) == true)
  }

  @Test func acceptingTheBodySendsContinueOnce() {
    var state = ConnectionState()
    let actions = state.received(head[...])
    guard case .begin(_, hasBody: true)? = actions.first, actions.count == 1 else {
      Issue.record("the body was not announced: \(actions)")
      return
    }
    #expect(state.acceptBody() == [.send(ResponseWriter.goOn)])
    #expect(state.acceptBody() == [])
    #expect(
      state.received(Array("x".utf8)[...]) == [.store(Data("x".utf8)), .handle(trailers: [:])])
  }

  @Test func continueIsNotSentIfTheBodyHasArrived() {
    var state = ConnectionState()
    _ = state.received((head + Array("x".utf8))[...])
    #expect(state.acceptBody() == [.store(Data("x".utf8)), .handle(trailers: [:])])
  }

  @Test func aRefusedBodyIsAnsweredAndDiscarded() {
    var state = ConnectionState()
    _ = state.received(head[...])
    state.refuseBody()
    #expect(state.received(Array("x".utf8)[...]) == [])
    #expect(state.beginAnswer(closes: true) == true)
    #expect(state.ended(.complete) == [.linger])
  }

  @Test func aBodyThatCannotBeStoredIsRefused() {
    var state = ConnectionState()
    _ = state.received(head[...])
    _ = state.acceptBody()
    #expect(state.fail(.bodyNotKept("full")) == [.refuse(.bodyNotKept("full"))])
    #expect(state.beginAnswer(closes: true) == true)
  }

  @Test func aBodyThatArrivesWholeAndCannotBeStoredIsRefused() {
    var state = ConnectionState()
    _ = state.received((head + Array("x".utf8))[...])
    let rest = Array(state.acceptBody().dropFirst())
    #expect(rest == [.handle(trailers: [:])])
    let failure = ParseFailure.bodyNotKept("full")
    #expect(state.fail(failure, insteadOf: rest) == [.refuse(failure)])
    #expect(state.beginAnswer(closes: true) == true)
  }

  @Test func aBodyThatCannotBeStoredIsForgottenWithItsConnection() {
    var state = ConnectionState()
    _ = state.received(head[...])
    _ = state.acceptBody()
    let rest = state.inputEnded()
    #expect(rest == [.noteClientClose, .close])
    #expect(state.fail(.bodyNotKept("full"), insteadOf: rest) == rest)
  }

  @Test func droppingTheResponseClosesTheConnection() {
    var state = ConnectionState()
    _ = state.received(request[...])
    #expect(state.drop() == [.close])
    #expect(state.beginAnswer(closes: false) == false)
  }

  @Test func readingPausesWhenTheClientSendsFarAhead() {
    var state = ConnectionState()
    _ = state.received(request[...])
    #expect(state.wantsInput)
    _ = state.received([UInt8](repeating: 0x41, count: 1 << 20)[...])
    #expect(!state.wantsInput)
  }
}
