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
}
