import Foundation
import Net
import Testing

@testable import NetTesting

/// A transport whose WebSockets change one thing of those of a mock: of calls, of events, or of what the peer sees.
private struct ChangedWebSockets: WebSocketTransport {
  enum Fault: Sendable {
    case losesUpgrades, shortensKeys, losesReasons, losesSubprotocols, losesHeads, losesFields,
      shortensBodies,
      renamesErrors, failsAtCancellation, failsTooEarly, tellsMessagesTwice, reordersMessages,
      completesNoSends,
      failsSends, answersPingsTwice, losesMessages, losesPausedMessages, cutsMessages, failsAtClose,
      failsOpenings, opensTwice, inventsMessages, inventsWhilePaused
  }

  let base: MockTransport
  let fault: Fault

  init(_ fault: Fault, _ script: ContractScript) {
    self.fault = fault
    base = MockTransport(timer: script.timer)
    base.stub(.everything) { request in
      var request = request
      if fault == .losesUpgrades { request.headers.remove(name: "Upgrade") }
      if fault == .shortensKeys { request.headers.update(name: "Sec-WebSocket-Key", value: "AAAA") }
      return script.response(to: request)
    }
  }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    base.task(for: request, receiver: receiver)
  }

  func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    if fault == .opensTwice {
      base.webSocketTask(
        for: request, subprotocols: subprotocols, options: options, receiver: WebSocketLog()
      ).resume()
    }
    let receiver = Receiver(base: receiver, fault: fault)
    return Task(
      base: base.webSocketTask(
        for: request, subprotocols: subprotocols, options: options, receiver: receiver),
      receiver: receiver, fault: fault)
  }

  private struct Task: WebSocketTask {
    let base: any WebSocketTask
    let receiver: Receiver
    let fault: Fault

    func resume() { base.resume() }

    func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
      base.send(message) { error in
        switch fault {
        case .completesNoSends: break
        case .failsSends: completion(WebSocketError.connectionLost)
        default: completion(error)
        }
      }
    }

    func ping() { base.ping() }
    func close(_ closure: WebSocketClosure) { base.close(closure) }

    func pause() {
      base.pause()
      receiver.isPaused.withLock { $0 = true }
      if fault == .inventsWhilePaused { receiver.base.receive(.message(.text("more"))) }
    }

    func proceed() { base.proceed() }
    func cancel() { base.cancel() }
  }

  private struct Receiver: WebSocketReceiver {
    let base: any WebSocketReceiver
    let fault: Fault
    let isPaused = SharedLock(false)
    let held = SharedLock<[WebSocketTransportEvent]>([])

    func receive(_ event: WebSocketTransportEvent) {
      for event in events(for: event) { base.receive(event) }
    }

    private func events(for event: WebSocketTransportEvent) -> [WebSocketTransportEvent] {
      switch event {
      case .opened(var opening):
        if fault == .failsOpenings { return [.failed(WebSocketError.connectionLost, phase: .head)] }
        if fault == .losesSubprotocols { opening.subprotocol = nil }
        if fault == .losesHeads { opening.head.status = 200 }
        if fault == .losesFields { opening.head.headers.remove(name: "X-A") }
        return [.opened(opening)]
      case .head where fault == .failsTooEarly: return []
      case .body where fault == .shortensBodies: return []
      case .message(let message): return events(for: message)
      case .pong where fault == .answersPingsTwice: return [.pong, .pong]
      case .closed(let closure):
        switch fault {
        case .losesReasons: return [.closed(WebSocketClosure(code: closure.code))]
        case .failsAtClose: return [.failed(WebSocketError.connectionLost, phase: .body)]
        case .reordersMessages: return held.withLock { $0 }.reversed() + [event]
        default: return [event]
        }
      case .failed(let error, let phase):
        if fault == .renamesErrors { return [.failed(WebSocketError.notOpen, phase: phase)] }
        if fault == .inventsMessages { return [.message(.text("more")), event] }
        if fault == .failsAtCancellation, error is CancellationError {
          return [.failed(WebSocketError.connectionLost, phase: phase)]
        }
        return [event]
      default: return [event]
      }
    }

    private func events(for message: WebSocketMessage) -> [WebSocketTransportEvent] {
      let event = WebSocketTransportEvent.message(message)
      switch fault {
      case .losesMessages: return []
      case .losesPausedMessages: return isPaused.withLock { $0 } ? [] : [event]
      case .tellsMessagesTwice: return [event, event]
      case .cutsMessages: return [.message(.text(""))]
      case .reordersMessages:
        held.withLock { $0.append(event) }
        return []
      default: return [event]
      }
    }
  }
}

/// Proves that each check of the laws of WebSockets can fail, and for the expected reason.
@Suite struct WebSocketCheckTests {
  private static let breaches: [(ChangedWebSockets.Fault, String, String)] = [
    // The handshake.
    (.failsAtCancellation, "nothing is sent before resume", #"expected events ["cancelled"]"#),
    (
      .losesUpgrades, "the handshake has the fields of RFC 6455 section 4.1",
      #"expected Upgrade "websocket", got nil"#
    ),
    (
      .shortensKeys, "the handshake has the fields of RFC 6455 section 4.1",
      "expected the size of Sec-WebSocket-Key 16, got 3"
    ),
    (
      .losesSubprotocols, "the opening has the head and the subprotocol",
      #"expected subprotocol "v2", got nil"#
    ),
    (.losesHeads, "the opening has the head and the subprotocol", "expected status 101, got 200"),
    (.losesFields, "the opening has the head and the subprotocol", #"expected X-A "1", got nil"#),
    (
      .renamesErrors, "a 101 with a wrong acceptance fails with its head",
      "expected the error The WebSocket handshake failed: Sec-WebSocket-Accept is missing"
    ),
    (
      .failsTooEarly, "a 101 with a wrong acceptance fails with its head",
      #"expected events ["head 101", "failed(head)"]"#
    ),
    (
      .renamesErrors, "a subprotocol that was not requested fails",
      "expected the error The WebSocket handshake failed: the subprotocol v9"
    ),
    (.opensTwice, "nothing is sent before resume", "expected the number of requests 0, got 1"),
    (
      .failsOpenings, "the handshake has the fields of RFC 6455 section 4.1", #"only ["failed(head)"]"#
    ),
    // Messages.
    (.reordersMessages, "messages of all sizes arrive whole and in order", "expected messages"),
    (.tellsMessagesTwice, "messages of all sizes arrive whole and in order", "expected messages"),
    (
      .failsSends, "sends reach the peer in order, and each is completed once",
      "expected the errors of the sends"
    ),
    (
      .failsAtClose, "sends reach the peer in order, and each is completed once",
      #"expected the end "closed 1000""#
    ),
    (
      .completesNoSends, "sends reach the peer in order, and each is completed once",
      "only 0 of 9 sends completed"
    ),
    (
      .answersPingsTwice, "a ping is answered by a pong, which is reported",
      #"got ["opened", "pong", "pong", "closed 1000"]"#
    ),
    // The end.
    (
      .losesMessages, "the peer's close frame ends the task with its code and reason",
      #"expected events ["opened", "message", "closed 1001"]"#
    ),
    (
      .losesReasons, "the peer's close frame ends the task with its code and reason",
      #"expected reason "bye", got """#
    ),
    (
      .failsAtClose, "the client's close frame follows its messages, and the peer's ends the task",
      #"expected events ["opened", "closed 1001"]"#
    ),
    (
      .failsSends, "the client's close frame follows its messages, and the peer's ends the task",
      "expected the errors of the sends [nil]"
    ),
    (.completesNoSends, "a send after the end fails with notOpen", "only 0 of 1 send completed"),
    (
      .renamesErrors, "a code that cannot be sent ends the task with invalidClosure",
      "expected the error A close frame needs a code that may be sent"
    ),
    (
      .losesMessages, "a connection that ends without a close frame is lost",
      #"expected events ["opened", "message", "failed(body)"]"#
    ),
    (
      .renamesErrors, "a connection that ends without a close frame is lost",
      "expected the error The connection ended without a WebSocket close frame"
    ),
    (
      .failsAtCancellation, "a cancelled task ends at once with CancellationError",
      #"expected events ["opened", "cancelled"]"#
    ),
    // Pausing.
    (
      .losesPausedMessages, "a paused task delivers no messages until it proceeds",
      #"expected events ["opened", "message", "message", "closed 1000"]"#
    ),
    (.completesNoSends, "a paused task delivers no messages until it proceeds", "only 0 of 1 send completed"),
    (.failsAtCancellation, "a task cancelled while it is paused ends", #"expected the end "cancelled""#),
    (.cutsMessages, "a paused task makes the peer wait, and loses nothing", "64 messages, or others, not 64"),
    (
      .failsAtClose, "a paused task makes the peer wait, and loses nothing",
      #"expected the end "closed 1000""#
    ),
    (.losesPausedMessages, "a slow receiver loses nothing", "expected messages"),
    (
      .inventsWhilePaused, "a paused task makes the peer wait, and loses nothing",
      #"expected events while paused ["opened"], got ["opened", "message"]"#
    ),
    // Violations.
    (
      .inventsMessages, "an opcode that is not defined fails",
      #"expected events ["opened", "failed(body)"], got ["opened", "message", "failed(body)"]"#
    ),
    (.renamesErrors, "an opcode that is not defined fails", "expected the error The peer violated"),
    (
      .losesMessages, "a message beyond the limit fails",
      #"expected events ["opened", "message", "failed(body)"]"#
    ),
    (
      .renamesErrors, "a message beyond the limit fails",
      "expected the error A WebSocket message has more than 100 bytes"
    ),
  ]

  @Test(arguments: breaches)
  fileprivate func aChangedTransportFailsItsLaw(
    _ fault: ChangedWebSockets.Fault, _ law: String, _ found: String
  ) async throws {
    let message = try await expectBreach(
      of: law, among: WebSocketContract.laws, by: "transport", saying: found
    ) { law in
      await WebSocketContract.check([law], scripted: { ChangedWebSockets(fault, $0) })
    }
    #expect(message.contains(found), "\(message)")
  }
}
