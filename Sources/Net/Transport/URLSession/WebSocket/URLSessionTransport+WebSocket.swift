#if canImport(Darwin)
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension URLSessionTransport: WebSocketTransport {
    /// Returns a task that opens a WebSocket with Foundation's `URLSessionWebSocketTask`.
    ///
    /// Available only on Apple platforms. Foundation makes the handshake and the frames, so it decides about
    /// compression, limits other than ``WebSocketOptions/maximumMessageSize``, and how violations of the protocol are
    /// reported. The response to a refused handshake has no body. See <doc:PlatformLimits>.
    public func webSocketTask(
      for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
      receiver: any WebSocketReceiver
    ) -> any WebSocketTask {
      let checked = Result { () throws(InvalidRequest) in
        try webSocketRequest(request, subprotocols: subprotocols)
      }
      return URLWebSocketTask(subprotocols: subprotocols, options: options, receiver: receiver, crew: crew) {
        [self] task in
        queue.async {
          let urlRequest: URLRequest
          switch checked {
          case .success(let request): urlRequest = request
          case .failure(let error): return task.handle { $0.completed(error, head: nil, closure: nil) }
          }
          let urlTask = self.session.webSocketTask(with: urlRequest)
          // A message of just this size may be refused too, so that one more byte is allowed and checked later.
          urlTask.maximumMessageSize = max(0, min(options.maximumMessageSize, .max - 1)) + 1
          guard task.started(urlTask) else { return urlTask.cancel() }
          self.events.keep(task, for: urlTask)
          urlTask.resume()
        }
      }
    }

    /// The request as Foundation expects it: with the scheme of a WebSocket, and without the fields that it sets.
    ///
    /// - Throws: ``InvalidRequest`` if a field is invalid.
    func webSocketRequest(
      _ request: TransportRequest, subprotocols: [String]
    ) throws(InvalidRequest) -> URLRequest {
      var request = request
      for name in WebSocketHandshake.ownFields + Self.unsentFields { request.headers.remove(name: name) }
      if !subprotocols.isEmpty {
        request.headers.add(name: "Sec-WebSocket-Protocol", value: subprotocols.joined(separator: ", "))
      }
      request.headers = try request.headers.checked()
      var urlRequest = request.urlRequest
      urlRequest.url = request.url.withSchemeOfWebSockets
      urlRequest.timeoutInterval = Self.timeout
      urlRequest.httpShouldHandleCookies = false
      return urlRequest
    }
  }

  extension URL {
    /// The URL with `ws` for `http` and `wss` for `https`.
    fileprivate var withSchemeOfWebSockets: URL {
      guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
      parts.scheme = isSecure ? "wss" : "ws"
      return parts.url ?? self
    }
  }

  extension URLSessionEvents: URLSessionWebSocketDelegate {
    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
      let response = webSocketTask.response as? HTTPURLResponse
      let head =
        response.map { ResponseHead($0) } ?? ResponseHead(status: 101, url: webSocketTask.currentRequest?.url)
      socket(for: webSocketTask)?.handle { $0.opened(head, subprotocol: `protocol`) }
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      let closure = WebSocketClosure(foundationCode: closeCode.rawValue, reason: reason)
      socket(for: webSocketTask)?.handle { $0.closed(closure) }
    }
  }
#endif
