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
    #expect(state.proceed() == false)
    #expect(state.resume() == true)
    #expect(state.resume() == false)
    #expect(steps(&state) == ["head", "body", "body"])
  }

  @Test func aPauseHoldsTheBodyBack() {
    var state = PlaybackState()
    _ = state.resume()
    state.pause()
    #expect(steps(&state) == ["head"])
    #expect(state.proceed() == true)
    #expect(steps(&state) == ["body", "body", "body"])
  }

  @Test func onlyOneThreadDeliversAtATime() {
    var state = PlaybackState()
    _ = state.resume()
    _ = state.next()
    state.pause()
    #expect(state.proceed() == false)
    #expect(state.cancel() == false)
    #expect(steps(&state) == ["cancelled in body"])
  }

  @Test func aCancelledTaskFailsOnce() {
    var state = PlaybackState()
    #expect(state.cancel() == true)
    #expect(steps(&state) == ["cancelled in connect"])
    #expect(state.cancel() == false)
    #expect(state.resume() == false)
  }

  @Test func nothingFollowsTheEnd() {
    var state = PlaybackState()
    _ = state.resume()
    _ = state.next()
    state.end()
    #expect(steps(&state) == [])
    #expect(state.cancel() == false)
  }
}
