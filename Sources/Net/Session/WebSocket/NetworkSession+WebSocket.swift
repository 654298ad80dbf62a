package import Dispatch

extension NetworkSession {
  /// Opens a WebSocket with the transport of the session, which must be a ``WebSocketTransport``.
  ///
  /// Use ``Networking/webSocket(_:subprotocols:headers:options:fileID:line:)`` instead.
  public func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation {
    openWebSocket(description, callbackQueue: callbackQueue, completion: completion)
  }

  /// Opens a WebSocket whose handler of messages is called on this queue unless it names one.
  package func openWebSocket(
    _ description: WebSocketDescription, callbackQueue: DispatchQueue?,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation {
    guard let transport = parts.transport as? any WebSocketTransport else {
      let unsent = description.request.unsent(relativeTo: parts.baseURL)
      var error = NetworkError.unsupportedWebSocket(by: parts.transport, unsent)
      error.redaction = parts.configuration.redaction
      completion(.failure(error))
      return SessionHandshake(request: nil, reconnections: WebSocketReconnections(parts.running, after: 0))
    }
    let id = parts.nextID()
    let handshake = WebSocketHandshakeTransport(
      base: transport, description: description, timer: parts.timer, report: reporter(of: id))
    let exchange = SessionExchange(id, parts: parts, handshake: handshake)
    let cancellations = parts.sockets.cancellations
    let (decoder, encoder) = (description.request.decoder, description.request.encoder)
    let request = ExchangeRequest(description.request, exchange: exchange, callbackQueue: nil)
    _ = request.response(delivery: .inline, responseSerializer: .void) { [parts] response in
      let channel = handshake.takeChannel()
      switch response.result {
      case .success:
        guard let channel else { return completion(.failure(.unsupportedWebSocket(by: transport))) }
        let sockets = parts.sockets
        guard sockets.insert(channel, after: cancellations) else {
          channel.cancel()
          var error = NetworkError(.cancelled, request: response.request, response: response.response)
          error.attempts = response.timings.attempts
          return completion(.failure(error))
        }
        channel.open { sockets.remove(channel) }
        let configuration = parts.configuration
        completion(
          .success(
            WebSocketConnection(
              channel, response: exchange.marked(channel.opening.head),
              decoder: decoder ?? configuration.decoder, encoder: encoder ?? configuration.encoder,
              callbackQueue: callbackQueue)))
      case .failure(let error):
        // A policy rejected the response, or the request was cancelled at the last moment.
        channel?.cancel()
        completion(.failure(error))
      }
    }
    return SessionHandshake(
      request: request, reconnections: WebSocketReconnections(parts.running, after: exchange.cancellations))
  }

  /// Returns a closure that notifies the monitors of the news of a WebSocket, or nil if there are no monitors.
  private func reporter(of id: RequestID) -> (@Sendable (WebSocketChannel.News) -> Void)? {
    let monitors = parts.configuration.monitors
    guard !monitors.isEmpty else { return nil }
    return { news in
      for monitor in monitors { monitor.request(id, did: .webSocket(news.event)) }
    }
  }
}

/// Cancels a request.
private struct SessionHandshake: ReconnectableHandshake {
  let request: ExchangeRequest?
  let reconnections: WebSocketReconnections

  func cancel() { request?.cancel() }
}

extension WebSocketChannel.News {
  /// The event for monitors.
  fileprivate var event: RequestEvent.WebSocketEvent {
    switch self {
    case .opened(let subprotocol): .opened(subprotocol: subprotocol)
    case .sent(let message): .sent(message)
    case .received(let message): .received(message)
    case .ponged(let duration): .ponged(after: duration)
    case .closed(let closure): .closed(code: Int(closure.code.rawValue), reason: closure.reason)
    }
  }
}
