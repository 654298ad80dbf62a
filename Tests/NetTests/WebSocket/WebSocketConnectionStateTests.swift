import TestSupport
import Testing

@testable import Net

@Suite struct WebSocketConnectionStateTests {
  @Test(arguments: [-10, -2, 0, 1])
  func readingResumesWithALimitThatIsNotPositive(limit: Int) {
    var options = WebSocketOptions()
    options.maximumWaitingMessages = limit
    options.maximumWaitingBytes = limit
    var state = WebSocketConnectionState(options: options)
    _ = state.receive(.text("Hello"), at: .zero)
    expectTrue(state.isPaused)
    _ = state.next({ _ in }, at: .zero)
    expectFalse(state.isPaused)
  }

  /// As `RequestTimeouts`, they may be so long that no clock can express the time of their end.
  @Test func limitsOfTimeMayHaveAnyLength() {
    var options = WebSocketOptions()
    let longest = Duration(attoseconds: .max)
    (options.pingInterval, options.pongTimeout, options.idleTimeout) = (.seconds(1), longest, longest)
    options.maximumWaitingMessages = 1
    var state = WebSocketConnectionState(options: options)
    _ = state.open(at: .seconds(5))
    _ = state.fired(.ping, step: 1, at: .seconds(6))
    _ = state.receive(.text("Hello"), at: .seconds(7))
    expectTrue(state.isPaused)
    _ = state.next({ _ in }, at: .seconds(8))
    options.pingInterval = longest
    var other = WebSocketConnectionState(options: options)
    #expect(!other.open(at: .seconds(5)).isEmpty)
  }

  // MARK: - A process that was stopped

  private typealias State = WebSocketConnectionState

  private func isCancelled(_ actions: [State.Action]) -> Bool {
    actions.contains { if case .cancel = $0 { true } else { false } }
  }

  /// The timer that is scheduled, with its delay and step.
  private func scheduled(_ actions: [State.Action]) -> [(timer: State.Timer, delay: Duration, step: Int)] {
    actions.compactMap {
      if case .schedule(let timer, let delay, let step) = $0 { (timer, delay, step) } else { nil }
    }
  }

  private func open(_ configure: (inout WebSocketOptions) -> Void) -> State {
    var options = WebSocketOptions()
    (options.idleTimeout, options.pingInterval) = (nil, nil)
    configure(&options)
    var state = State(options: options)
    _ = state.open(at: .zero)
    return state
  }

  @Test func anIdleTimeoutThatFiresLateWaitsForWhatHasArrived() throws {
    var state = open { $0.idleTimeout = .seconds(10) }
    let actions = state.fired(.idle, step: 1, at: .seconds(60))
    #expect(!isCancelled(actions))
    let again = try #require(scheduled(actions).first)
    #expect(again.timer == .idle && again.delay <= .seconds(1))
    _ = state.receive(.text("a"), at: .seconds(60))
    let next = try #require(
      scheduled(state.fired(.idle, step: again.step, at: .seconds(60) + again.delay)).first)
    expectEqual(next.delay, .seconds(10) - again.delay)
  }

  @Test func anIdleTimeoutThatFiresLateEndsASilentConnectionAfterwards() throws {
    var state = open { $0.idleTimeout = .seconds(10) }
    let again = try #require(scheduled(state.fired(.idle, step: 1, at: .seconds(60))).first)
    #expect(isCancelled(state.fired(.idle, step: again.step, at: .seconds(120))))
  }

  @Test func anIdleTimeoutInTimeEndsTheConnection() {
    var state = open { $0.idleTimeout = .seconds(10) }
    #expect(isCancelled(state.fired(.idle, step: 1, at: .seconds(10))))
  }

  @Test func aPongTimeoutThatFiresLateWaitsForThePong() throws {
    var state = open {
      $0.pingInterval = .seconds(10); $0.pongTimeout = .seconds(5)
    }
    let pong = try #require(scheduled(state.fired(.ping, step: 1, at: .seconds(10))).first)
    expectEqual(pong.timer, .pong)
    let actions = state.fired(.pong, step: pong.step, at: .seconds(60))
    #expect(!isCancelled(actions))
    let again = try #require(scheduled(actions).first)
    _ = state.receivePong(at: .seconds(60))
    #expect(state.fired(.pong, step: again.step, at: .seconds(61)).isEmpty)
  }

  @Test func aPongTimeoutThatFiresLateEndsASilentConnectionAfterwards() throws {
    var state = open {
      $0.pingInterval = .seconds(10); $0.pongTimeout = .seconds(5)
    }
    let pong = try #require(scheduled(state.fired(.ping, step: 1, at: .seconds(10))).first)
    let again = try #require(scheduled(state.fired(.pong, step: pong.step, at: .seconds(60))).first)
    #expect(isCancelled(state.fired(.pong, step: again.step, at: .seconds(61))))
  }
}
