import Foundation
import Net
import Testing

@testable import NetTesting

@Suite struct ConnectionStateTests {
  private let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
  private let answer = ResponseWriter.Message(head: Data("head".utf8), body: Data(), closes: false)
  private let lastAnswer = ResponseWriter.Message(head: Data("head".utf8), body: Data(), closes: true)

  private func isHandle(_ actions: [ConnectionState.Action]) -> Bool {
    if case .handle? = actions.first, actions.count == 1 { true } else { false }
  }

  @Test func aWholeRequestIsHandled() {
    var state = ConnectionState()
    #expect(state.received(request[..<9]) == [])
    #expect(isHandle(state.received(request[9...])))
  }

  @Test func theNextRequestWaitsForTheAnswerToBeOut() {
    var state = ConnectionState()
    #expect(isHandle(state.received((request + request)[...])))
    #expect(state.received([]) == [])
    #expect(state.answer(answer) == [.send(answer.head)])
    #expect(isHandle(state.flushed()))
  }

  @Test func aCloseBetweenRequestsIsNothingToNote() {
    var state = ConnectionState()
    #expect(state.inputEnded() == [.close])
    var later = ConnectionState()
    _ = later.received(request[...])
    _ = later.answer(answer)
    _ = later.flushed()
    #expect(later.inputEnded() == [.close])
  }

  @Test func aCloseInARequestIsNoted() {
    var state = ConnectionState()
    _ = state.received(request[..<9])
    #expect(state.inputEnded() == [.noteClientClose, .close])
  }

  @Test func aCloseBeforeTheAnswerIsNoted() {
    var state = ConnectionState()
    _ = state.received(request[...])
    #expect(state.inputEnded() == [.noteClientClose, .close])
    #expect(state.answer(answer) == [])
  }

  @Test func aClientThatOnlyEndsItsSideGetsTheAnswerThatIsOnItsWay() {
    var state = ConnectionState()
    _ = state.received(request[...])
    _ = state.answer(answer)
    #expect(state.inputEnded() == [])
    #expect(!state.wantsInput)
    #expect(state.flushed() == [.close])
  }

  @Test func aBrokenConnectionBeforeAllIsOutIsNoted() {
    var state = ConnectionState()
    _ = state.received(request[...])
    _ = state.answer(answer)
    #expect(state.broke() == [.noteClientClose, .close])
    #expect(state.broke() == [])
  }

  @Test func afterTheLastAnswerItLingersUntilTheClientCloses() {
    var state = ConnectionState()
    _ = state.received(request[...])
    _ = state.answer(lastAnswer)
    #expect(state.flushed() == [.linger])
    #expect(state.received(request[...]) == [])
    #expect(state.inputEnded() == [.close])
  }

  @Test func inputThatIsNoRequestIsRefused() {
    var state = ConnectionState()
    let actions = state.received(Array("nonsense\r\n".utf8)[...])
    guard case .refuse(let failure)? = actions.first else {
      Issue.record("not refused: \(actions)")
      return
    }
    #expect(failure.status == 400)
    #expect(state.answer(lastAnswer) == [.send(lastAnswer.head)])
  }

  @Test func leaveToSendTheBodyIsGivenOnce() {
    var state = ConnectionState()
    let head = Array("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8)
    #expect(state.received(head[...]) == [.send(ResponseWriter.goOn)])
    #expect(state.flushed() == [])
    #expect(isHandle(state.received(Array("x".utf8)[...])))
  }

  @Test func aFaultEndsTheConnection() {
    var state = ConnectionState()
    _ = state.received(request[...])
    #expect(state.drop(withReset: true) == [.reset])
    #expect(state.answer(answer) == [])
  }

  @Test func aClientThatSendsFarAheadIsNotReadOn() {
    var state = ConnectionState()
    _ = state.received(request[...])
    #expect(state.wantsInput)
    _ = state.received([UInt8](repeating: 0x41, count: 1 << 20)[...])
    #expect(!state.wantsInput)
  }
}
