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
    var isPaused = false
    /// Of the handshake.
    var pauses = PauseControl()

    /// Makes the task unable to open or to deliver anything; returns what is left of it.
    mutating func end() -> Remainder {
      defer { (receiver, peer, socket) = (nil, nil, nil) }
      return Remainder(receiver: receiver, peer: peer, task: handshakeTask, socket: socket)
    }
  }

  private struct Remainder: Sendable {
    var receiver: (any WebSocketReceiver)?
    var peer: WebSocketPeer?
    var task: MockTransportTask?
    var socket: MockSocketState?
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
    updatePause()
  }

  func proceed() {
    contents.withLock { contents in
      contents.isPaused = false
      contents.socket?.proceed()
    }
    updatePause()
    deliver()
  }

  /// Pauses or resumes the handshake, as the last call says.
  private func updatePause() {
    while let call = contents.withLock({ $0.pauses.begin(pausing: $0.isPaused) }) {
      if call.pauses { handshakeTask.pause() } else { handshakeTask.proceed() }
      contents.withLock { $0.pauses.end(call) }
    }
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
        self?.open($0, $1)
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
    case .finished(let timings): finish(contents.withLock { $0.end() }, .finished(timings))
    case .failed(let error, let phase): fail(error, phase)
    case .sent, .trailers, .redirect: break
    }
  }

  /// Called when the handshake has failed, or the open WebSocket was cancelled.
  private func fail(_ error: any Error, _ phase: TransportPhase) {
    let remainder = contents.withLock { contents -> Remainder? in
      guard contents.socket != nil else { return contents.end() }
      contents.socket?.fail(error)
      return nil
    }
    if let remainder { finish(remainder, .failed(error, phase: phase)) } else { deliver() }
  }

  /// Opens the WebSocket, unless it has ended.
  func open(_ response: StubResponse, _ request: RecordedRequest) {
    guard let script = response.script, case .response(_, let fields, _) = response.outcome else {
      return refuse(MockSocketState(refusing: nil, .handshake(.invalidResponse), options: options))
    }
    let acceptance: WebSocketAcceptance
    do throws(WebSocketAcceptance.Flaw) {
      acceptance = try WebSocketAcceptance(
        request.headers, subprotocols: script.subprotocols,
        compresses: script.compresses && WebSocketCompression.isSupported)
    } catch {
      let refusal = WebSocketError.handshake(.field(error.field))
      return refuse(MockSocketState(refusing: nil, refusal, options: options))
    }
    let headers = acceptance.headers.replacing(fields)
    let head = ResponseHead(status: 101, headers: headers, url: request.url, httpVersion: "HTTP/1.1")
    let agreement: WebSocketHandshake.Agreement
    do throws(WebSocketError) {
      agreement = try handshake.check(WebSocketHandshake.ResponseFields(status: 101, headers: headers))
    } catch {
      return refuse(MockSocketState(refusing: head, error, options: options))
    }
    let ledger = transport.ledger
    let peer = WebSocketPeer(
      request, agreement: agreement, timer: transport.timer, changes: ledger.changes, host: self,
      fail: ledger.failing)
    let opening = WebSocketOpening(
      head: head, subprotocol: agreement.subprotocol, isCompressed: agreement.compression != nil)
    let socket = MockSocketState(
      opening, compression: agreement.compression, options: options, loss: script.loss)
    guard begin(socket, peer) else { return }
    ledger.add(peer, of: handshakeTask)
    deliver()
    peer.start(script)
  }

  private func refuse(_ socket: MockSocketState) {
    if begin(socket, nil) { deliver() }
  }

  /// Keeps the state of the answered WebSocket; returns false if another thread has cancelled the task since it was
  /// answered.
  private func begin(_ socket: MockSocketState, _ peer: WebSocketPeer?) -> Bool {
    contents.withLock { contents in
      guard contents.receiver != nil else { return false }
      contents.socket = socket
      if contents.isPaused { contents.socket?.pause() }
      contents.peer = peer
      return true
    }
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
      case .finish(let event): finish(contents.withLock { $0.end() }, event)
      }
    }
  }

  private func finish(_ remainder: Remainder, _ event: WebSocketTransportEvent) {
    remainder.task?.endWebSocket()
    remainder.peer?.disconnected()
    // Another thread may have sent messages after the end.
    var socket = remainder.socket
    while let step = socket?.next() {
      if case .complete(let completion, let error) = step { completion(error) }
    }
    remainder.receiver?.receive(event)
  }
}
