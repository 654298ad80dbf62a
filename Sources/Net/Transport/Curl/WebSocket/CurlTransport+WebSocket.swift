#if os(Linux)
  extension CurlTransport: WebSocketTransport {
    /// Returns a task that opens a WebSocket over a connection of libcurl, with its TLS options and proxy.
    ///
    /// The connection is not shared, and ``TransportOptions/connections`` do not count it. Compression is offered if
    /// zlib is found at run time. After the close handshake the server closes the connection first; if it does not, it
    /// is closed after a second.
    ///
    /// Many WebSockets are spread over several loops, which run at the same time on a machine with several processors.
    public func webSocketTask(
      for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
      receiver: any WebSocketReceiver
    ) -> any WebSocketTask {
      let handshake = WebSocketHandshake(
        subprotocols: subprotocols,
        offersCompression: options.offersCompression && WebSocketCompression.isSupported)
      return CurlSocketTask(
        request, handshake: handshake, options: options, receiver: receiver,
        seat: seat { $0.seatForWebSocket() })
    }
  }
#endif
