import Foundation
import TestSupport
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
    expectEqual(actions, [.frames([1, 2])])
    expectEqual(state.received([3][...]), [.frames([3])])
  }

  @Test func aConnectionWithoutAPendingRequestIsNotUpgraded() {
    var state = ConnectionState()
    expectNil(state.upgrade())
  }

  @Test func theConnectionEndsWhenTheFramesBeforeTheEndOfTheInputAreAnswered() {
    var (state, actions) = upgraded()
    expectEqual(actions, [])
    expectEqual(state.inputEnded(), [.framesEnded])
    expectFalse(state.wantsInput)
    expectEqual(state.endFrames(reset: false), [.close])
    expectEqual(state.broke(), [])
  }

  @Test func aConnectionThatBreaksAfterTheEndOfTheInputIsClosed() {
    var (state, _) = upgraded()
    _ = state.inputEnded()
    expectEqual(state.broke(), [.close])
  }

  @Test func aBrokenConnectionIsClosed() {
    var (state, _) = upgraded()
    expectEqual(state.broke(), [.close])
  }

  @Test func theServerLingersAfterTheLastFrame() {
    var (state, _) = upgraded()
    expectEqual(state.endFrames(reset: false), [.linger])
    expectEqual(state.received([1][...]), [])
    expectEqual(state.inputEnded(), [.close])
  }

  @Test func aResetEndsTheFramesAtOnce() {
    var (state, _) = upgraded()
    expectEqual(state.endFrames(reset: true), [.reset])
    expectEqual(state.received([1][...]), [])
  }

  @Test func readingStopsAndStarts() {
    var (state, _) = upgraded()
    expectTrue(state.wantsInput)
    state.readsFrames = false
    expectFalse(state.wantsInput)
    state.readsFrames = true
    expectTrue(state.wantsInput)
  }
}
