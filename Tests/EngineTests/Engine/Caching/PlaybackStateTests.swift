import TestSupport
import Testing

@testable import Net

/// The steps of a stored response that is played, as a value.
@Suite struct PlaybackStateTests {
  private func steps(_ state: inout PlaybackState, limit: Int = 3) -> [String] {
    var steps: [String] = []
    while steps.count < limit, let step = state.next() {
      switch step {
      case .head: steps.append("head")
      case .body: steps.append("body")
      case .cancelled(let phase): steps.append("cancelled in \(phase)")
      }
    }
    return steps
  }

  @Test func nothingIsPlayedBeforeResume() {
    var state = PlaybackState()
    expectEqual(state.proceed(), false)
    expectEqual(state.resume(), true)
    expectEqual(state.resume(), false)
    expectEqual(steps(&state), ["head", "body", "body"])
  }

  @Test func aPauseHoldsTheBodyBack() {
    var state = PlaybackState()
    _ = state.resume()
    state.pause()
    expectEqual(steps(&state), ["head"])
    expectEqual(state.proceed(), true)
    expectEqual(steps(&state), ["body", "body", "body"])
  }

  @Test func onlyOneThreadDeliversAtATime() {
    var state = PlaybackState()
    _ = state.resume()
    _ = state.next()
    state.pause()
    expectEqual(state.proceed(), false)
    expectEqual(state.cancel(), false)
    expectEqual(steps(&state), ["cancelled in body"])
  }

  @Test func aCancelledTaskFailsOnce() {
    var state = PlaybackState()
    expectEqual(state.cancel(), true)
    expectEqual(steps(&state), ["cancelled in connect"])
    expectEqual(state.cancel(), false)
    expectEqual(state.resume(), false)
  }

  @Test func nothingFollowsTheEnd() {
    var state = PlaybackState()
    _ = state.resume()
    _ = state.next()
    state.end()
    expectEqual(steps(&state), [])
    expectEqual(state.cancel(), false)
  }
}
