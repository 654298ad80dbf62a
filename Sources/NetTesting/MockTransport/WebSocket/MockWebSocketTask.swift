import Foundation
import Net

/// A WebSocket of a mock transport: the handshake is a request to the stubs, and then both sides exchange frames in
/// memory.
///
/// ```text
/// MockWebSocketTask ─ handshake ─▶ MockTransportTask ─▶ stubs
///   MockSocketState ◀── frames ──▶ WebSocketPeer (script)
/// ```
final class MockWebSocketTask: WebSocketTask, TransportReceiver, WebSocketPeerHost {
  private struct Contents: Sendable {
    var receiver: (any WebSocketReceiver)?
    var handshakeTask: MockTransportTask?
    var socket: MockSocketState?
    var peer: WebSocketPeer?
    /// Whether reading was paused before the WebSocket was open.
    var isPaused = false
  }

  private let transport: MockTransport
  private let request: TransportRequest
  private let handshake: WebSocketHandshake
  private let options: WebSocketOptions
  private let contents: Lock<Contents>

  init(
    _ request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver, transport: MockTransport
  ) {
    handshake = WebSocketHandshake(
      subprotocols: subprotocols,
      offersCompression: options.offersCompression && WebSocketCompression.isSupported)
    var request = request
    handshake.add(to: &request.headers)
    self.request = request
    self.options = options
    self.transport = transport
    contents = Lock(Contents(receiver: receiver))
  }

  // MARK: - From the client

  func resume() { handshakeTask.resume() }

  func cancel() { handshakeTask.cancel() }

  func pause() {
    contents.withLock { contents in
      contents.isPaused = true
      contents.socket?.pause()
    }
    handshakeTask.pause()
  }

  func proceed() {
    contents.withLock { $0.isPaused = false }
    handshakeTask.proceed()
    change { $0.proceed() }
  }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    if !change({ $0.send(message, completion) }) { completion(WebSocketError.notOpen) }
  }

  func ping() { change { $0.ping() } }

  func close(_ closure: WebSocketClosure) { change { $0.close(closure) } }

  /// The request of the handshake.
  private var handshakeTask: MockTransportTask {
    contents.withLock { contents in
      if let task = contents.handshakeTask { return task }
      // The task retains its receiver, this object, until it has ended.
      let task = MockTransportTask(request, receiver: self, transport: transport) { [weak self] in
        self?.open($0, $1, from: $2)
      }
      contents.handshakeTask = task
      return task
    }
  }

  // MARK: - The handshake

  func receive(_ event: TransportEvent) {
    switch event {
    case .interim(let head): receiver?.receive(.interim(head))
    case .head(let head): receiver?.receive(.head(head))
    case .body(let data): receiver?.receive(.body(data))
    case .finished(let timings): finish(.finished(timings))
    case .failed(let error, let phase):
      // Of an open WebSocket: it was cancelled.
      if !change({ $0.fail(error) }) { finish(.failed(error, phase: phase)) }
    case .sent, .trailers, .redirect: break
    }
  }

  /// Opens the WebSocket, unless it has ended.
  func open(_ response: StubResponse, _ request: RecordedRequest, from place: SourcePlace) {
    guard let script = response.script, case .response(_, let fields, _) = response.outcome,
      let acceptance = WebSocketAcceptance(
        request.headers, subprotocols: script.subprotocols,
        compresses: script.compresses && WebSocketCompression.isSupported)
    else { return refuse(nil, .field("Sec-WebSocket-Key")) }
    let headers = acceptance.headers.replacing(fields)
    let head = ResponseHead(status: 101, headers: headers, url: request.url, httpVersion: "HTTP/1.1")
    let agreement: WebSocketHandshake.Agreement
    do throws(WebSocketError) {
      agreement = try handshake.check(WebSocketHandshake.ResponseFields(status: 101, headers: headers))
    } catch {
      receiver?.receive(.head(head))
      return finish(.failed(error, phase: .head))
    }
    let ledger = transport.ledger
    let peer = WebSocketPeer(
      request, agreement: agreement, timer: transport.timer, changes: ledger.changes, host: self
    ) { ledger.fail($0, at: $1) }
    let opening = WebSocketOpening(
      head: head, subprotocol: agreement.subprotocol, isCompressed: agreement.compression != nil)
    let isOpen = contents.withLock { contents in
      // Another thread may have cancelled the task since it was answered.
      guard contents.receiver != nil else { return false }
      var socket = MockSocketState(opening, compression: agreement.compression, options: options)
      if contents.isPaused { socket.pause() }
      contents.socket = socket
      contents.peer = peer
      return true
    }
    guard isOpen else { return }
    ledger.add(peer, of: handshakeTask)
    deliver()
    peer.start(script)
  }

  private func refuse(_ head: ResponseHead?, _ failure: WebSocketError.HandshakeFailure) {
    if let head { receiver?.receive(.head(head)) }
    finish(.failed(WebSocketError.handshake(failure), phase: .head))
  }

  private var receiver: (any WebSocketReceiver)? { contents.withLock { $0.receiver } }

  // MARK: - From the peer

  func send(_ bytes: [UInt8]) { change { $0.receive(bytes) } }

  func read(_ reads: Bool) { change { $0.read(reads) } }

  func end(reset: Bool) { change { $0.peerEnded() } }

  // MARK: - Steps

  /// Changes the open WebSocket and performs the resulting steps; returns false if it is not open.
  @discardableResult
  private func change(_ change: (inout MockSocketState) -> Void) -> Bool {
    let isOpen = contents.withLock { contents in
      contents.socket?.apply(change) != nil
    }
    if isOpen { deliver() }
    return isOpen
  }

  /// Performs the steps, on one thread at a time.
  private func deliver() {
    guard contents.withLock({ $0.socket?.beginDelivering() ?? false }) else { return }
    while let step = contents.withLock({ $0.socket?.next() }) {
      switch step {
      case .event(let event): receiver?.receive(event)
      case .send(let bytes): contents.withLock { $0.peer }?.receive(bytes)
      case .complete(let completion, let error): completion(error)
      case .finish(let event): finish(event)
      }
    }
  }

  private func finish(_ event: WebSocketTransportEvent) {
    let (receiver, peer, task, former) = contents.withLock { contents in
      defer { (contents.receiver, contents.peer, contents.socket) = (nil, nil, nil) }
      return (contents.receiver, contents.peer, contents.handshakeTask, contents.socket)
    }
    task?.endWebSocket()
    peer?.disconnected()
    // Another thread may have sent messages after the end.
    var socket = former
    while let step = socket?.next() {
      if case .complete(let completion, let error) = step { completion(error) }
    }
    receiver?.receive(event)
  }
}
