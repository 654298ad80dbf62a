import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// A transport whose WebSockets break one rule of the contract.
private struct BrokenWebSockets: WebSocketTransport {
  enum Fault: Sendable, CaseIterable {
    case opensBeforeResume, endsTwice, losesMessages, ignoresPause, ignoresCancellation, ignoresClose,
      completesSendsTwice, hidesErrors, answersNoPings, dropsBodies, completesAllSends, keepsReceivers,
      requestsNoSubprotocol, changesVersions, opensAnyway, deliversDuringEvents
  }

  let base: any WebSocketTransport
  let fault: Fault
  /// The order of two WebSockets, if it matters.
  var order: ArrivalOrder?

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    base.task(for: request, receiver: receiver)
  }

  func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    let task = base.webSocketTask(
      for: request, subprotocols: fault == .requestsNoSubprotocol ? [] : subprotocols, options: options,
      receiver: BrokenReceiver(receiver: receiver, fault: fault, order: order))
    if fault == .opensBeforeResume { task.resume() }
    let keepsReceiver = fault == .keepsReceivers || fault == .deliversDuringEvents
    return BrokenTask(task: task, fault: fault, kept: keepsReceiver ? receiver : nil, order: order)
  }
}

/// Starts the second WebSocket when the first one has received a message.
private final class ArrivalOrder: Sendable {
  private struct State: Sendable {
    var hasStarted = false
    var hasReceived = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = SharedLock(State())

  func start(_ action: @escaping @Sendable () -> Void) {
    let startsNow = state.withLock { state in
      defer { state.hasStarted = true }
      if !state.hasStarted || state.hasReceived { return true }
      state.waiting.append(action)
      return false
    }
    if startsNow { action() }
  }

  func received() {
    let actions = state.withLock { state in
      defer { state.waiting = [] }
      state.hasReceived = true
      return state.waiting
    }
    for action in actions { action() }
  }
}

private struct BrokenReceiver: WebSocketReceiver {
  let receiver: any WebSocketReceiver
  let fault: BrokenWebSockets.Fault
  let order: ArrivalOrder?

  func receive(_ event: WebSocketTransportEvent) {
    switch (fault, event) {
    case (.losesMessages, .message), (.dropsBodies, .body), (.answersNoPings, .pong): break
    case (.opensAnyway, .head): break
    case (.opensAnyway, .failed):
      let head = ResponseHead(status: 101)
      receiver.receive(.opened(WebSocketOpening(head: head, subprotocol: nil, isCompressed: false)))
      receiver.receive(.closed(WebSocketClosure(code: .normal)))
    case (.hidesErrors, .failed): receiver.receive(.closed(WebSocketClosure(code: .normal)))
    case (.endsTwice, .closed):
      receiver.receive(event)
      receiver.receive(event)
    default: receiver.receive(event)
    }
    if case .message = event { order?.received() }
  }
}

private struct BrokenTask: WebSocketTask {
  let task: any WebSocketTask
  let fault: BrokenWebSockets.Fault
  let kept: (any WebSocketReceiver)?
  let order: ArrivalOrder?

  func resume() {
    guard let order else { return task.resume() }
    order.start { task.resume() }
  }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    task.send(message) { error in
      completion(fault == .completesAllSends ? nil : error)
      if fault == .completesSendsTwice { completion(error) }
    }
  }

  func ping() {
    if fault == .deliversDuringEvents { kept?.receive(.pong) } else { task.ping() }
  }

  func close(_ closure: WebSocketClosure) { if fault != .ignoresClose { task.close(closure) } }
  func pause() { if fault != .ignoresPause { task.pause() } }
  func proceed() { task.proceed() }

  func cancel() {
    if fault == .deliversDuringEvents { kept?.receive(.failed(CancellationError(), phase: .body)) }
    if fault != .ignoresCancellation { task.cancel() }
  }
}

@Suite struct WebSocketContractBreachTests {
  private static let breaches: [(BrokenWebSockets.Fault, String)] = [
    (.opensBeforeResume, "nothing is sent before resume"),
    (.endsTwice, "the peer's close frame ends the task with its code and reason"),
    (.losesMessages, "messages of all sizes arrive whole and in order"),
    (.ignoresPause, "a paused task delivers no messages until it proceeds"),
    (.ignoresCancellation, "a cancelled task ends at once with CancellationError"),
    (.ignoresClose, "the client's close frame follows its messages, and the peer's ends the task"),
    (.completesSendsTwice, "sends reach the peer in order, and each is completed once"),
    (.hidesErrors, "a connection that ends without a close frame is lost"),
    (.answersNoPings, "a ping is answered by a pong, which is reported"),
    (.deliversDuringEvents, "a receiver may ping while it handles a message"),
    (.dropsBodies, "a refused handshake is a response with its body"),
    (.changesVersions, "the handshake has the fields of RFC 6455 section 4.1"),
    (.requestsNoSubprotocol, "the opening has the head and the subprotocol"),
    (.opensAnyway, "a 101 with a wrong acceptance fails with its head"),
    (.opensAnyway, "a subprotocol that was not requested fails"),
    (.completesAllSends, "a send after the end fails with notOpen"),
    (.ignoresClose, "a code that cannot be sent ends the task with invalidClosure"),
    (.deliversDuringEvents, "a task cancelled while it delivers a message delivers only the end"),
    (.keepsReceivers, "a task that has ended releases its receiver"),
    (.ignoresCancellation, "a task cancelled while it is paused ends"),
    (.ignoresPause, "a paused task makes the peer wait, and loses nothing"),
    (.losesMessages, "a slow receiver loses nothing"),
    (.hidesErrors, "an opcode that is not defined fails"), (.hidesErrors, "a reserved bit fails"),
    (.hidesErrors, "a masked frame of the server fails"), (.hidesErrors, "a fragment out of order fails"),
    (.hidesErrors, "text that is not UTF-8 fails"),
    (.hidesErrors, "a close frame with a reserved code fails"),
    (.hidesErrors, "a message beyond the limit fails"),
  ]

  @Test func eachLawThatNeedsNoSocketIsBrokenOnce() {
    let laws = WebSocketContract.laws.map(\.description)
    expectEqual(Set(laws).subtracting(Self.breaches.map(\.1)), [])
  }

  @Test(arguments: breaches)
  fileprivate func aBrokenTransportFailsItsLaw(_ fault: BrokenWebSockets.Fault, _ law: String) async throws {
    try await expectBreach(of: law, among: WebSocketContract.laws, by: "transport") { law in
      await WebSocketContract.check(
        [law],
        scripted: { script in
          let transport = MockTransport(timer: script.timer)
          transport.stub(.everything) { request in
            var request = request
            // What the peer sees of a client that asks for another version.
            if fault == .changesVersions {
              request.headers.update(name: "Sec-WebSocket-Version", value: "8")
            }
            return script.response(to: request)
          }
          return BrokenWebSockets(base: transport, fault: fault)
        })
    }
  }

  #if os(Linux)
    @Test func aTransportOverSocketsThatReadsWhilePausedIsFound() async throws {
      let name = "a paused task makes the peer wait, and loses nothing"
      let law = try #require(WebSocketContract.laws.first { $0.description == name })
      let collected = CollectedFailures()
      await collected.collectAsync {
        await WebSocketContract.check([law]) {
          var options = TransportOptions()
          options.proxy = .none
          // The law ends when the other task that it opens has received all. Without an order, that task may be the
          // first on a busy machine, before this one has received anything.
          return BrokenWebSockets(
            base: try CurlTransport(options: options), fault: .ignoresPause, order: ArrivalOrder())
        }
      }
      // The script fails, too, because the contract ends before it. The law sees the pong if this task receives all
      // before the other, and else the messages that it delivers while paused.
      let breach = collected.messages.filter { $0.hasPrefix("the transport breaks the law \"\(name)\": ") }
      expectEqual(breach.count, 1)
      let isFound = breach.first.map { message in
        message.contains("expected number of pongs after all messages, while paused 0, got 1")
          || message.contains(#"expected events while paused ["opened"], got ["opened", "message""#)
      }
      expectEqual(isFound, true, "\(breach)")
    }
  #endif

  @Test func aTransportWithoutWebSocketsBreaksEveryLaw() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      await WebSocketContract.check(over: { URLSessionTransport() })
    }
    expectEqual(collected.messages.count, WebSocketContract.laws.count)
  }
}
