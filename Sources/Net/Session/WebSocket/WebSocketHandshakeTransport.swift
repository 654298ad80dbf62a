/// Sends a handshake as an ordinary request, so that all policies of a session apply to it.
///
/// ```text
/// exchange ─ request ─▶ task of a WebSocket ─ 101 ─▶ the exchange finishes, and the channel takes over
///                                        └── other ─▶ the response of the exchange: validated, redirected, retried
/// ```
///
/// An object, because every exchange asks several times whether it has one.
final class WebSocketHandshakeTransport: Transport {
  let base: any WebSocketTransport
  let description: WebSocketDescription
  let timer: any NetworkTimer
  let report: (@Sendable (WebSocketChannel.News) -> Void)?
  /// The connection of the last attempt, until the exchange has ended.
  private let handover = Lock(Handover())

  private struct Handover: Sendable {
    var channel: WebSocketChannel?
    var isOver = false
  }

  init(
    base: any WebSocketTransport, description: WebSocketDescription, timer: any NetworkTimer,
    report: (@Sendable (WebSocketChannel.News) -> Void)?
  ) {
    self.base = base
    self.description = description
    self.timer = timer
    self.report = report
  }

  /// Takes the open connection when the exchange has ended.
  ///
  /// A connection that opens later is cancelled.
  func takeChannel() -> WebSocketChannel? {
    handover.withLock { handover in
      handover.isOver = true
      return handover.channel.take()
    }
  }

  /// Keeps an open connection for the end of the exchange.
  ///
  /// - Returns: A connection that is no longer needed: this one, or that of an earlier attempt.
  fileprivate func keep(_ channel: WebSocketChannel) -> WebSocketChannel? {
    handover.withLock { handover in
      guard !handover.isOver else { return channel }
      defer { handover.channel = channel }
      return handover.channel
    }
  }

  /// Returns the request, which now says in its `curl` command that it is a handshake.
  ///
  /// Throws if the subprotocols cannot be offered, or the request has a field of the handshake.
  ///
  /// The exchange calls it, not a transport, because Foundation does not check them, and before an adapter runs, too.
  func checked(_ request: TransportRequest) throws(NetworkError) -> TransportRequest {
    let ownField = request.headers.first {
      $0.name.utf8.count > 14 && $0.name.lowercased().hasPrefix("sec-websocket-")
    }
    if let ownField {
      throw NetworkError(.invalidRequest(.connectionHeader(name: ownField.name, value: ownField.value)))
    }
    let names = description.subprotocols
    guard names.allSatisfy(HeaderSyntax.isToken), Set(names).count == names.count else {
      throw NetworkError(.invalidRequest(.subprotocols(names)))
    }
    var request = request
    request.offeredSubprotocols = names
    return request
  }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let link = WebSocketLink(receiver, transport: self)
    link.start(
      base.webSocketTask(
        for: request, subprotocols: description.subprotocols, options: description.options, receiver: link))
    return link
  }
}

/// Passes the events of a WebSocket task to an exchange until the connection is open, and then to a channel.
final class WebSocketLink: WebSocketReceiver, TransportTask {
  private struct Contents: Sendable {
    var task: (any WebSocketTask)?
    var receiver: (any TransportReceiver)?
    var channel: WebSocketChannel?
  }

  private let transport: WebSocketHandshakeTransport
  private let contents: Lock<Contents>

  init(_ receiver: any TransportReceiver, transport: WebSocketHandshakeTransport) {
    self.transport = transport
    contents = Lock(Contents(receiver: receiver))
  }

  fileprivate func start(_ task: any WebSocketTask) { contents.withLock { $0.task = task } }

  func receive(_ event: WebSocketTransportEvent) {
    let (channel, receiver) = contents.withLock { ($0.channel, $0.receiver) }
    if let channel { return channel.receive(event) }
    guard let receiver else { return }
    switch event {
    case .interim(let head): receiver.receive(.interim(head))
    case .head(let head): receiver.receive(.head(head.withHandshakeLocation))
    case .body(let data): receiver.receive(.body(data))
    case .finished(let timings): end(receiver, .finished(timings))
    case .failed(let error, let phase): end(receiver, .failed(error, phase: phase))
    case .opened(let opening): open(opening, receiver)
    case .message, .ping, .pong, .closed: break
    }
  }

  private func end(_ receiver: any TransportReceiver, _ event: TransportEvent) {
    release()
    receiver.receive(event)
  }

  private func release() {
    // Released here, without a lock held.
    withExtendedLifetime(contents.withLock { ($0.receiver.take(), $0.task.take()) }) {}
  }

  private func open(_ opening: WebSocketOpening, _ receiver: any TransportReceiver) {
    guard let task = contents.withLock({ $0.task }) else { return }
    let channel = WebSocketChannel(
      task, opening: opening, options: transport.description.options, timer: transport.timer,
      report: transport.report)
    contents.withLock { $0.channel = channel }
    transport.keep(channel)?.cancel()
    receiver.receive(.head(opening.head))
    transport.report?(.opened(subprotocol: opening.subprotocol))
    end(receiver, .finished(opening.timings))
  }

  // MARK: - From the exchange

  func resume() { contents.withLock { $0.task }?.resume() }
  func pause() { handshake?.pause() }
  func proceed() { handshake?.proceed() }
  func cancel() { handshake?.cancel() }

  /// The task, as long as it belongs to the exchange.
  private var handshake: (any WebSocketTask)? {
    contents.withLock { $0.channel == nil ? $0.task : nil }
  }
}

extension ResponseHead {
  /// The head with the scheme of the handshake in `Location`, because a server may redirect to `ws` or `wss`.
  fileprivate var withHandshakeLocation: ResponseHead {
    guard headers.contains("Location") else { return self }
    var head = self
    // Each of them, because the policy refuses those that differ.
    head.headers = HTTPHeaders(
      headers.map { field in
        guard field.isNamed("Location"), let other = WebSocketAddress.handshakeText(field.value) else {
          return field
        }
        return HTTPField(name: field.name, value: other)
      })
    return head
  }
}
