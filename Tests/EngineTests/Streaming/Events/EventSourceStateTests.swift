import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct EventSourceStateTests {
  private static let head = ResponseHead(
    status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"])
  private static let lost = NetworkError(.transport(.body))

  /// The actions, as texts.
  private func words(_ actions: [EventSourceState.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .connect(let id, let connection): "connect \(connection) after \(id ?? "nothing")"
      case .opened(let head): "opened \(head.status)"
      case .deliver(let event): "event \(event.data)"
      case .wait(let delay, let error, let connection):
        "wait \(delay) for \(connection) after \(error.map { "\($0.reason)" } ?? "the end")"
      case .fail(let error): "fail \(error.reason)"
      case .disconnect: "disconnect"
      case .cancelRequest: "cancel request"
      case .end(.success): "end"
      case .end(.failure(let error)): "failed \(error.reason)"
      }
    }
  }

  private func opened(
    _ reconnection: EventReconnection = EventReconnection(), id: String? = nil
  ) -> EventSourceState {
    var state = EventSourceState(lastEventID: id, reconnection: reconnection)
    _ = state.handle(.open)
    _ = state.handle(.head(Self.head, connection: 1))
    return state
  }

  /// Fails this many connections in a row and returns the delay after each.
  private func delays(_ state: inout EventSourceState, count: Int, from first: Int) -> [Duration?] {
    (first..<first + count).map { connection in
      let actions = state.handle(.ended(.failure(Self.lost), connection: connection))
      guard case .wait(let delay, _, _)? = actions.first else { return nil }
      _ = state.handle(.fired(connection: connection))
      return delay
    }
  }

  @Test func eventsAreDeliveredAsTheirBytesArrive() {
    var state = EventSourceState()
    expectEqual(words(state.handle(.open)), ["connect 1 after nothing"])
    expectEqual(words(state.handle(.head(Self.head, connection: 1))), ["opened 200"])
    expectEqual(
      words(state.handle(.chunk(Data("data: a\n\ndata: b\n\nda".utf8), connection: 1))),
      [
        "event a", "event b",
      ])
    expectEqual(words(state.handle(.chunk(Data("ta: c\n".utf8), connection: 1))), [])
    expectEqual(words(state.handle(.chunk(Data("\n".utf8), connection: 1))), ["event c"])
  }

  @Test func aCancelledSessionEndsAWaitAndARequestThatStarts() {
    var waiting = opened()
    _ = waiting.handle(.ended(.success(()), connection: 1))
    var connecting = waiting
    expectEqual(words(waiting.handle(.halted(.cancelled, nil))), ["disconnect", "failed cancelled"])
    expectEqual(words(waiting.handle(.fired(connection: 1))), [])
    _ = connecting.handle(.fired(connection: 1))
    expectEqual(words(connecting.handle(.halted(.cancelled, nil))), ["cancel request"])
    let cancelled = NetworkError(.cancelled)
    expectEqual(words(connecting.handle(.ended(.failure(cancelled), connection: 2))), ["failed cancelled"])
  }

  @Test func aLostConnectionIsReopenedAfterThreeSecondsWithTheLastID() {
    var state = opened()
    _ = state.handle(.chunk(Data("id: 7\ndata: a\n\nid: 8\ndata: unfinished\n".utf8), connection: 1))
    expectEqual(
      words(state.handle(.ended(.failure(Self.lost), connection: 1))),
      [
        "wait 3.0 seconds for 1 after transport(Net.TransportPhase.body)"
      ])
    expectEqual(words(state.handle(.fired(connection: 1))), ["connect 2 after 7"])
    expectEqual(words(state.handle(.head(Self.head, connection: 2))), ["opened 200"])
    expectEqual(words(state.handle(.chunk(Data("\ndata: b\n\n".utf8), connection: 2))), ["event b"])
    expectEqual(
      words(state.handle(.ended(.success(()), connection: 2))), ["wait 3.0 seconds for 2 after the end"])
    expectEqual(words(state.handle(.fired(connection: 2))), ["connect 3 after 7"])
  }

  @Test func aRetryFieldSetsTheDelayOfLaterConnectionsToo() {
    var state = opened()
    _ = state.handle(.chunk(Data("retry: 250\n\n".utf8), connection: 1))
    expectEqual(delays(&state, count: 1, from: 1), [.milliseconds(250)])
    _ = state.handle(.head(Self.head, connection: 2))
    expectEqual(delays(&state, count: 1, from: 2), [.milliseconds(250)])
  }

  @Test func theDelayDoublesWithEachAttemptUpToTheLimit() {
    var state = opened(EventReconnection(base: .seconds(3), maximumDelay: .seconds(20)))
    expectEqual(
      delays(&state, count: 5, from: 1),
      [
        .seconds(3), .seconds(6), .seconds(12), .seconds(20), .seconds(20),
      ])
    _ = state.handle(.head(Self.head, connection: 6))
    expectEqual(delays(&state, count: 1, from: 6), [.seconds(3)])
  }

  @Test func theDelayOfARetryFieldIsUsedUnchanged() {
    expectEqual(EventReconnection().delay(before: 0, asked: .seconds(300)), .seconds(300))
    expectEqual(EventReconnection().delay(before: 9, asked: .seconds(300)), .seconds(300))
    expectEqual(EventReconnection().delay(before: 0, asked: .zero), .zero)
    // Only the first attempt is made at once, or a server that is gone would be called without a pause.
    expectEqual(EventReconnection().delay(before: 1, asked: .zero), .seconds(6))
    expectEqual(EventReconnection().delay(before: .max, asked: .zero), .seconds(60))
    expectEqual(EventReconnection(base: .zero).delay(before: .max, asked: nil), .zero)
    expectEqual(
      EventReconnection().delay(before: 3, asked: .milliseconds(Int64.max)), .milliseconds(Int64.max))
    for attempt in [0, 64, Int.max] {
      expectEqual(EventReconnection(base: .seconds(-10)).delay(before: attempt, asked: nil), .zero)
      expectEqual(EventReconnection(base: .seconds(-10)).delay(before: attempt, asked: .zero), .zero)
    }
    let endless = EventReconnection(base: .seconds(1e20), maximumDelay: Duration(attoseconds: .max))
    expectEqual(endless.delay(before: 64, asked: .seconds(1)), .seconds(Int64.max))
    expectEqual(endless.delay(before: 64, asked: nil), .seconds(1e20))
  }

  @Test func theFirstConnectionIsRetried() {
    var state = EventSourceState(lastEventID: "5")
    expectEqual(words(state.handle(.open)), ["connect 1 after 5"])
    expectEqual(delays(&state, count: 2, from: 1), [.seconds(3), .seconds(6)])
  }

  @Test func afterTheLastAttemptTheStreamFails() {
    var state = opened(EventReconnection(maximumRetries: 2))
    expectEqual(delays(&state, count: 2, from: 1), [.seconds(3), .seconds(6)])
    expectEqual(
      words(state.handle(.ended(.failure(Self.lost), connection: 3))),
      [
        "failed transport(Net.TransportPhase.body)"
      ])
    expectTrue(state.hasEnded)
  }

  @Test func withoutAttemptsTheEndOfTheConnectionEndsTheStream() {
    var state = opened(EventReconnection(maximumRetries: 0))
    expectEqual(words(state.handle(.ended(.success(()), connection: 1))), ["end"])
  }

  @Test func aTimeoutReconnects() {
    var state = opened()
    let actions = state.handle(.ended(.failure(NetworkError(.timeout(.idle))), connection: 1))
    expectEqual(words(actions), ["wait 3.0 seconds for 1 after timeout(Net.TimeoutKind.idle)"])
  }

  @Test(arguments: [
    NetworkError.Reason.cancelled, .encoding, .interceptor, .redirect(.limit(20)),
    .validation(.statusCode(404)),
  ])
  func failuresThatAreNotALostConnectionEndTheStream(reason: NetworkError.Reason) {
    var state = EventSourceState()
    _ = state.handle(.open)
    expectEqual(
      words(state.handle(.ended(.failure(NetworkError(reason)), connection: 1))), ["failed \(reason)"])
    expectEqual(words(state.handle(.fired(connection: 1))), [])
  }

  @Test func a204EndsTheStream() {
    var state = opened()
    _ = state.handle(.ended(.success(()), connection: 1))
    _ = state.handle(.fired(connection: 1))
    expectEqual(words(state.handle(.head(ResponseHead(status: 204), connection: 2))), ["end"])
    expectEqual(words(state.handle(.ended(.success(()), connection: 2))), [])
  }

  @Test func anotherStatusFails() {
    var state = EventSourceState()
    _ = state.handle(.open)
    let head = ResponseHead(status: 201, headers: ["Content-Type": "text/event-stream"])
    let actions = state.handle(.head(head, connection: 1))
    guard case .fail(let error)? = actions.last, actions.count == 1 else {
      Issue.record("\(words(actions))")
      return
    }
    expectEqual(error.reason, .validation(.statusCode(201)))
    expectEqual(error.response, head)
    // The exchange then ends with this error.
    let end = state.handle(.ended(.failure(error), connection: 1))
    expectEqual(words(end), ["failed \(error.reason)"])
  }

  @Test(arguments: ["text/html", nil, "text/event-stream-x", "application/json; text/event-stream", ""])
  func anotherContentTypeFails(type: String?) {
    var state = EventSourceState()
    _ = state.handle(.open)
    var head = ResponseHead(status: 200)
    head.headers["Content-Type"] = type
    expectEqual(words(state.handle(.head(head, connection: 1))), [])
    let actions = state.handle(.ended(.success(()), connection: 1))
    guard case .end(.failure(let error))? = actions.last else {
      Issue.record("\(words(actions))")
      return
    }
    expectEqual(error.reason, .validation(.contentType(type, acceptable: ["text/event-stream"])))
  }

  /// The request is not validated, so the exchange would read the body to its end.
  @Test func anotherContentTypeThatTheExchangeAcceptsFailsWithTheFirstBytes() {
    var state = EventSourceState()
    _ = state.handle(.open)
    _ = state.handle(.head(ResponseHead(status: 200, headers: ["Content-Type": "text/html"]), connection: 1))
    guard case .fail(let error)? = state.handle(.chunk(Data("<p>".utf8), connection: 1)).first else {
      Issue.record("it does not fail")
      return
    }
    expectEqual(error.data, Data("<p>".utf8))
    expectEqual(words(state.handle(.chunk(Data("b".utf8), connection: 1))), [])
    expectEqual(words(state.handle(.ended(.failure(error), connection: 1))), ["failed \(error.reason)"])
  }

  @Test func aConnectionThatIsLostInAnotherContentTypeIsNotOpenedAgain() {
    var state = EventSourceState()
    _ = state.handle(.open)
    _ = state.handle(.head(ResponseHead(status: 200, headers: ["Content-Type": "text/html"]), connection: 1))
    var lost = Self.lost
    (lost.data, lost.attempts) = (Data("<p>".utf8), 2)
    guard case .end(.failure(let error))? = state.handle(.ended(.failure(lost), connection: 1)).first else {
      Issue.record("it does not end")
      return
    }
    expectEqual(error.reason, .validation(.contentType("text/html", acceptable: ["text/event-stream"])))
    expectEqual(error.data, Data("<p>".utf8))
    expectEqual(error.attempts, 2)
  }

  @Test func aSessionThatFinishesDuringAnotherContentTypeIsTheError() {
    var state = EventSourceState()
    _ = state.handle(.open)
    _ = state.handle(.head(ResponseHead(status: 200, headers: ["Content-Type": "text/html"]), connection: 1))
    let error = NetworkError(.sessionFinished)
    expectEqual(words(state.handle(.ended(.failure(error), connection: 1))), ["failed \(error.reason)"])
  }

  @Test(arguments: ["text/event-stream", "TEXT/Event-Stream", " text/event-stream ;charset=x"])
  func theContentTypeIgnoresCaseAndParameters(type: String) {
    var state = EventSourceState()
    _ = state.handle(.open)
    let head = ResponseHead(status: 200, headers: ["Content-Type": type])
    expectEqual(words(state.handle(.head(head, connection: 1))), ["opened 200"])
  }

  @Test func anEventThatIsTooLongFailsAfterTheEventsBeforeIt() {
    var state = EventSourceState(maximumEventSize: 3)
    _ = state.handle(.open)
    _ = state.handle(.head(Self.head, connection: 1))
    let actions = state.handle(.chunk(Data("data: abc\n\ndata: abcd\n".utf8), connection: 1))
    expectEqual(words(actions.dropLast()), ["event abc"])
    guard case .fail(let error)? = actions.last else {
      Issue.record("\(words(actions))")
      return
    }
    expectEqual(error.underlyingError as? EventTooLong, EventTooLong(limit: 3, beginning: Data("abc".utf8)))
    expectEqual(error.data, Data("abc".utf8))
  }

  @Test func afterClosingNothingIsDelivered() {
    var state = opened()
    expectEqual(words(state.handle(.close)), ["disconnect"])
    expectEqual(words(state.handle(.close)), [])
    expectEqual(words(state.handle(.chunk(Data("data: a\n\n".utf8), connection: 1))), [])
    expectEqual(words(state.handle(.ended(.failure(Self.lost), connection: 1))), [])
    #expect(!state.expects(1))
  }

  @Test func closingDuringTheDelayPreventsReconnection() {
    var state = opened()
    _ = state.handle(.ended(.success(()), connection: 1))
    expectEqual(words(state.handle(.close)), ["disconnect"])
    expectEqual(words(state.handle(.fired(connection: 1))), [])
  }

  @Test func eventsFromAPreviousConnectionAreIgnored() {
    var state = opened()
    _ = state.handle(.ended(.success(()), connection: 1))
    _ = state.handle(.fired(connection: 1))
    expectEqual(words(state.handle(.head(Self.head, connection: 1))), [])
    expectEqual(words(state.handle(.ended(.success(()), connection: 1))), [])
    expectEqual(words(state.handle(.open)), [])
    #expect(state.expects(2))
  }

  @Test(arguments: [(503, false), (407, true)]) func aRefusalOfAProxyMayEndTheStream(status: Int, ends: Bool)
  {
    var state = opened()
    let refusal = ProxyRefusal(response: ResponseHead(status: status))
    let error = NetworkError(.transport(.connect), underlyingError: refusal)
    _ = state.handle(.ended(.failure(error), connection: 1))
    expectEqual(state.hasEnded, ends)
  }
}
