import Foundation
import Testing

@testable import NetTesting

@Suite struct ConnectionStateWebSocketTests {
  private func upgraded(_ rest: [UInt8] = []) -> (state: ConnectionState, actions: [ConnectionState.Action]?)
  {
    var state = ConnectionState()
    _ = state.received((Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8) + rest)[...])
    let actions = state.upgrade()
    return (state, actions)
  }

  @Test func inputAfterTheHandshakeIsParsedAsFrames() {
    var (state, actions) = upgraded([1, 2])
    #expect(actions == [.frames([1, 2])])
    #expect(state.received([3][...]) == [.frames([3])])
  }

  @Test func aConnectionWithoutAPendingRequestIsNotUpgraded() {
    var state = ConnectionState()
    #expect(state.upgrade() == nil)
  }

  @Test func theEndOfTheInputEndsTheFrames() {
    var (state, actions) = upgraded()
    #expect(actions == [])
    #expect(state.inputEnded() == [.framesEnded, .close])
    #expect(state.broke() == [])
  }

  @Test func aBrokenConnectionEndsTheFrames() {
    var (state, _) = upgraded()
    #expect(state.broke() == [.framesEnded, .close])
  }

  @Test func theServerLingersAfterTheLastFrame() {
    var (state, _) = upgraded()
    #expect(state.endFrames(reset: false) == [.linger])
    #expect(state.received([1][...]) == [])
    #expect(state.inputEnded() == [.close])
  }

  @Test func aResetEndsTheFramesAtOnce() {
    var (state, _) = upgraded()
    #expect(state.endFrames(reset: true) == [.reset])
    #expect(state.received([1][...]) == [])
  }

  @Test func readingStopsAndStarts() {
    var (state, _) = upgraded()
    #expect(state.wantsInput)
    state.readsFrames = false
    #expect(!state.wantsInput)
    state.readsFrames = true
    #expect(state.wantsInput)
  }
}
