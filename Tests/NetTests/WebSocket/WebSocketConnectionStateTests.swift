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
    #expect(state.isPaused)
    _ = state.next({ _ in }, at: .zero)
    #expect(!state.isPaused)
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
    #expect(state.isPaused)
    _ = state.next({ _ in }, at: .seconds(8))
    options.pingInterval = longest
    var other = WebSocketConnectionState(options: options)
    #expect(!other.open(at: .seconds(5)).isEmpty)
  }
}
