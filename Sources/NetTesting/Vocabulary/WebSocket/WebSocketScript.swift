public import Net

/// What a mock does on each WebSocket that a stub opens.
package struct WebSocketScript: Sendable {
  /// The subprotocols that the mock speaks.
  package var subprotocols: [String]
  /// Whether the mock accepts compression.
  package var compresses: Bool
  /// Tells the peer what to do.
  package var run: @Sendable (WebSocketPeer) -> Void
  /// The error of the client if the peer ends the connection without a close frame.
  ///
  /// Only mocks without sockets can choose it.
  package var loss: any Error = WebSocketError.connectionLost
}

extension StubResponse {
  /// Opens a WebSocket and follows a script.
  ///
  /// ```swift
  /// network.stub(
  ///   .webSocket("/chat"),
  ///   with: .script { peer in
  ///     peer.expect(.text("hi"))
  ///     peer.send(.text("hello"))
  ///     peer.close(.normal)
  ///   })
  /// ```
  ///
  /// The script is called once for each connection, and only lists what the ``WebSocketPeer`` does: nothing in it
  /// waits. After its last step the connection stays open until one side closes it. The same script works with a
  /// ``NetworkingMock``, a ``MockTransport`` and a ``MockServer``. A request that is not a WebSocket handshake fails
  /// the test.
  ///
  /// A header replaces the field of the handshake: `.header("Sec-WebSocket-Accept", "wrong")` makes it invalid. Any
  /// other response refuses the WebSocket, such as `.status(401)`.
  ///
  /// - Parameters:
  ///   - subprotocols: The subprotocols that the mock speaks. The first that the client requests is chosen.
  ///   - compresses: Whether the mock accepts compression (RFC 7692).
  ///   - script: Adds the steps of the peer. A ``MockServer`` calls it on a thread that it may block, the others on the
  ///     thread that connects.
  /// - Returns: A response that opens a WebSocket.
  public static func script(
    subprotocols: [String] = [], compresses: Bool = false,
    _ script: @escaping @Sendable (WebSocketPeer) -> Void
  ) -> StubResponse {
    var response = response(status: 101)
    response.webSocket = WebSocketScript(subprotocols: subprotocols, compresses: compresses, run: script)
    return response
  }

  /// The script, if the response opens a WebSocket: not with another status, and not with a fault.
  package var script: WebSocketScript? {
    guard case .response(status: 101, _, _) = outcome, fault == nil, failure == nil else { return nil }
    return webSocket
  }
}

extension RequestMatcher {
  /// Handshakes of WebSockets at a URL of the template; see ``uri(_:)``.
  ///
  /// ```swift
  /// network.stub(.webSocket("wss://example.com/chat/{room}"), with: .script { peer in peer.send(.text("welcome")) })
  /// ```
  ///
  /// A `String` is a template, and a `URL` literal text. The schemes `ws` and `http` are equal, and so are `wss` and
  /// `https`.
  public static func webSocket(_ address: any URLConvertible) -> RequestMatcher {
    let uri = (try? template(of: address)).map { Self.uri(httpTemplate($0)) } ?? Self.uri(address)
    let upgrade = Criterion(
      part: "upgrade", expected: "websocket", actual: \.requestedUpgrade,
      matches: \.asksForWebSocket)
    return RequestMatcher("webSocket \(uri)", criteria: [upgrade] + uri.criteria, misuse: uri.misuse)
  }

  private static func httpTemplate(_ template: String) -> String {
    for (scheme, other) in [("ws://", "http://"), ("wss://", "https://")]
    where template.lowercased().hasPrefix(scheme) {
      return other + template.dropFirst(scheme.count)
    }
    return template
  }
}

extension RecordedRequest {
  /// Whether it is the handshake of a WebSocket (RFC 6455 section 4.1).
  package var asksForWebSocket: Bool {
    WebSocketAcceptance.isRequested(method: method.rawValue, headers: headers)
  }
}

extension RecordedRequest {
  /// The protocol that it upgrades to, or why it upgrades to none.
  fileprivate var requestedUpgrade: String {
    guard let upgrade = headers["Upgrade"] else { return "none" }
    if method != .get { return "\(upgrade) with \(method.rawValue)" }
    return WebSocketHandshake.upgradesConnection(headers) ? upgrade : "\(upgrade) without Connection: Upgrade"
  }
}

extension HTTPHeaders {
  /// Returns a copy in which these fields replace those with the same names.
  func replacing(_ fields: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    for name in Set(fields.map { $0.name.lowercased() }) { headers.remove(name: name) }
    for field in fields { headers.add(name: field.name, value: field.value) }
    return headers
  }
}
