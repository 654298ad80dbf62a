import Net
import Stream
import TestSupport
import Testing

@testable import NetStream

/// The transitions of a session without an open connection; those with one are in `WebSocketSessionTests`.
@Suite struct WebSocketSessionStateTests {
  private func words(_ actions: [WebSocketSessionState.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .connect(let number): "connect \(number)"
      case .open: "open"
      case .emit(.lost): "lost"
      case .emit: "emit"
      case .decide(_, let attempts, let number): "decide \(attempts) \(number)"
      case .wait(let delay, let number): "wait \(delay) \(number)"
      case .stop: "stop"
      case .leave: "leave"
      case .complete: "complete"
      case .fail: "fail"
      }
    }
  }

  private func decide(
    _ delay: Duration?, _ state: inout WebSocketSessionState
  ) -> [WebSocketSessionState.Action] {
    state.handle(.decided(delay, WebSocketError.connectionLost, number: 1), at: .zero)
  }

  private func connecting() -> WebSocketSessionState {
    var state = WebSocketSessionState(goodDuration: .seconds(60))
    expectEqual(words(state.handle(.start, at: .zero)), ["connect 1"])
    return state
  }

  @Test func aFailedHandshakeIsRepeatedAfterADelay() {
    var state = connecting()
    let lost = state.handle(.connected(.failure(WebSocketError.connectionLost), number: 1), at: .zero)
    expectEqual(words(lost), ["stop", "decide 1 1"])
    #expect(state.isDeciding(1))
    expectEqual(words(decide(.seconds(1), &state)), ["lost", "wait 1.0 seconds 1"])
    #expect(state.isWaiting(1))
    expectEqual(words(state.handle(.fired(number: 1), at: .seconds(1))), ["connect 2"])
    #expect(state.isConnecting(2))
  }

  @Test func inputsOfFormerConnectionsAreIgnored() {
    var state = connecting()
    _ = state.handle(.connected(.failure(WebSocketError.connectionLost), number: 1), at: .zero)
    _ = decide(.seconds(1), &state)
    _ = state.handle(.fired(number: 1), at: .seconds(1))
    expectEqual(words(state.handle(.fired(number: 1), at: .seconds(1))), [])
    expectEqual(
      words(state.handle(.ended(.failure(WebSocketError.connectionLost), number: 1), at: .zero)), [])
    expectEqual(words(state.handle(.message(.text("a"), number: 1), at: .zero)), [])
    expectEqual(words(decide(.seconds(1), &state)), [])
    #expect(!state.isConnecting(1))
    _ = state.handle(.connected(.failure(WebSocketError.connectionLost), number: 2), at: .zero)
    expectEqual(words(decide(.seconds(1), &state)), [])
    #expect(!state.isDeciding(1))
    _ = state.handle(.decided(.seconds(1), WebSocketError.connectionLost, number: 2), at: .zero)
    expectEqual(words(state.handle(.fired(number: 1), at: .zero)), [])
    #expect(!state.isWaiting(1))
  }

  @Test func aFinalErrorFailsTheSession() {
    var state = connecting()
    let lost = state.handle(.connected(.failure(WebSocketError.connectionLost), number: 1), at: .zero)
    expectEqual(words(lost), ["stop", "decide 1 1"])
    expectEqual(words(decide(nil, &state)), ["fail"])
  }

  @Test func theNetworkEndsADelay() {
    var state = connecting()
    expectEqual(words(state.handle(.halted(.cancelled, number: 1), at: .zero)), [])
    _ = state.handle(.connected(.failure(WebSocketError.connectionLost), number: 1), at: .zero)
    _ = decide(.seconds(1), &state)
    expectEqual(words(state.handle(.halted(.cancelled, number: 1), at: .zero)), ["stop", "fail"])
    expectEqual(words(state.handle(.fired(number: 1), at: .zero)), [])
  }

  @Test func aDecisionAfterDisposalIsIgnored() {
    var state = connecting()
    _ = state.handle(.connected(.failure(WebSocketError.connectionLost), number: 1), at: .zero)
    expectEqual(words(state.handle(.dispose, at: .zero)), ["stop"])
    #expect(!state.isDeciding(1))
    expectEqual(words(decide(.seconds(1), &state)), [])
  }

  @Test func nothingFollowsDisposal() {
    var state = connecting()
    expectEqual(words(state.handle(.dispose, at: .zero)), ["stop"])
    #expect(!state.isConnecting(1))
    expectEqual(words(state.handle(.fired(number: 1), at: .zero)), [])
  }

  @Test func aSessionStartsOnce() {
    var state = connecting()
    expectEqual(words(state.handle(.start, at: .zero)), [])
  }

  @Test(arguments: [
    (WebSocketError.connectionLost, true), (.pongTimeout, true), (.idleTimeout, true), (.hasConsumer, false),
    (.protocolViolation(.masking), false), (.unsupported(transport: "T"), false),
    (.closed(WebSocketClosure(code: .serviceRestart)), true),
    (.closed(WebSocketClosure(code: .policyViolation)), false),
  ])
  func someErrorsAreLosses(_ error: WebSocketError, _ isLoss: Bool) {
    expectEqual(WebSocketReconnection.isLoss(error), isLoss)
    expectEqual(
      WebSocketReconnection.isLoss(NetworkError(.transport(.connect), underlyingError: error)), isLoss)
  }

  @Test(arguments: [
    (408, true), (429, true), (500, true), (503, true), (401, false), (404, false), (501, false),
  ])
  func someStatusesAreLosses(_ status: Int, _ isLoss: Bool) {
    expectEqual(WebSocketReconnection.isLoss(NetworkError(.validation(.statusCode(status)))), isLoss)
  }

  @Test(arguments: [(503, true), (407, false)])
  func someRefusalsOfAProxyAreLosses(_ status: Int, _ isLoss: Bool) {
    let refusal = ProxyRefusal(response: ResponseHead(status: status))
    let error = NetworkError(.transport(.connect), underlyingError: refusal)
    expectEqual(WebSocketReconnection.isLoss(error), isLoss)
  }
  @Test func aMistakeOfTheProgramIsNotALoss() {
    let mistake = TransportOptionError(.httpVersion, .missingFeature("HTTP/2"))
    #expect(!WebSocketReconnection.isLoss(NetworkError(.transport(.connect), underlyingError: mistake)))
  }
}
