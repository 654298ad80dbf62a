import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport whose WebSockets go through ``URLWebSocketTask`` to a task in memory that behaves as Apple documents
/// Foundation's.
private struct FoundationLikeTransport: WebSocketTransport {
  let base: MockTransport
  let crew = JobCrew("net-test")

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    base.task(for: request, receiver: receiver)
  }

  func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    URLWebSocketTask(subprotocols: subprotocols, options: options, receiver: receiver, crew: crew) { task in
      let socket = MemorySocket(task)
      let inner = base.webSocketTask(
        for: request, subprotocols: subprotocols, options: options, receiver: socket)
      socket.start(inner)
      if task.started(socket) { inner.resume() } else { inner.cancel() }
    }
  }
}

/// Turns the events of a mock into what Foundation calls.
private final class MemorySocket: FoundationWebSocket, WebSocketReceiver {
  typealias Receive = @Sendable (Result<WebSocketMessage, any Error>) -> Void

  struct State: Sendable {
    var inner: (any WebSocketTask)?
    var head: ResponseHead?
    var messages: [WebSocketMessage] = []
    var receives: [Receive] = []
    var pings: [@Sendable ((any Error)?) -> Void] = []
    var closure: WebSocketClosure?
    var end: (closure: WebSocketClosure?, error: (any Error)?)?
    var isOver = false
  }

  private let task: URLWebSocketTask
  private let state = Locked(State())

  init(_ task: URLWebSocketTask) { self.task = task }

  func start(_ inner: any WebSocketTask) { state.update { $0.inner = inner } }

  var closure: WebSocketClosure? { state.value.closure }

  // MARK: - From the mock

  func receive(_ event: WebSocketTransportEvent) {
    switch event {
    case .head(let head): state.update { $0.head = head }
    case .opened(let opening): task.handle { $0.opened(opening.head, subprotocol: opening.subprotocol) }
    case .message(let message): state.update { $0.messages.append(message) }
    case .pong: state.update { $0.pings.removeFirst() }(nil)
    case .closed(let closure): state.update { $0.end = (closure, nil) }
    case .finished: state.update { $0.end = (nil, URLError(.badServerResponse)) }
    case .failed(let error, _): state.update { $0.end = (nil, error) }
    case .interim, .body, .ping: break
    }
    serve()
  }

  /// Completes receives, and ends the task when all messages were received.
  private func serve() {
    let (ready, end) = state.update { state -> ([(Receive, WebSocketMessage)], State?) in
      let count = min(state.receives.count, state.messages.count)
      let ready = Array(zip(state.receives.prefix(count), state.messages.prefix(count)))
      state.receives.removeFirst(count)
      state.messages.removeFirst(count)
      guard state.messages.isEmpty, let end = state.end, !state.isOver else { return (ready, nil) }
      state.isOver = true
      state.closure = end.closure
      defer { (state.receives, state.inner) = ([], nil) }
      return (ready, state)
    }
    for (receive, message) in ready { receive(.success(message)) }
    guard let end, let (closure, error) = end.end else { return }
    if let closure { task.handle { $0.closed(closure) } }
    for receive in end.receives { receive(.failure(error ?? URLError(.networkConnectionLost))) }
    task.handle { $0.completed(error, head: end.head, closure: closure) }
  }

  // MARK: - From the task

  func receive(completion: @escaping Receive) {
    let isOver = state.update { state in
      if !state.isOver { state.receives.append(completion) }
      return state.isOver
    }
    if isOver { completion(.failure(URLError(.networkConnectionLost))) } else { serve() }
  }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    guard let inner = state.value.inner else { return completion(URLError(.networkConnectionLost)) }
    inner.send(message, completion: completion)
  }

  func ping(completion: @escaping @Sendable ((any Error)?) -> Void) {
    state.update { $0.pings.append(completion) }
    state.value.inner?.ping()
  }

  func close(_ closure: WebSocketClosure) -> Bool {
    state.value.inner?.close(closure)
    return true
  }

  func cancel() { state.value.inner?.cancel() }
}

@Suite struct URLWebSocketContractTests {
  /// All but those about what Foundation does not report: the body of a refusal, why a 101 is not valid, and frames;
  /// and but that on a peer that waits, because Foundation does not say how far it reads ahead.
  static let laws = (WebSocketContract.laws).filter { law in
    ![
      "a refused handshake is a response with its body", "a 101 with a wrong acceptance fails with its head",
      "a paused task makes the peer wait, and loses nothing",
    ].contains(law.description)
      && !WebSocketContract.frameLaws.contains { $0.description == law.description }
  }

  @Test(arguments: laws) func theTaskKeepsTheLaw(_ law: WebSocketContract.Law) async {
    await WebSocketContract.check(
      [law],
      scripted: { script in
        let transport = MockTransport(timer: script.timer)
        transport.stub(.everything) { request in script.response(to: request) }
        return FoundationLikeTransport(base: transport)
      })
  }

  @Test func fourKindsOfLawsAreLeftOut() {
    expectEqual(WebSocketContract.laws.count - Self.laws.count, 3 + WebSocketContract.frameLaws.count)
  }
}
