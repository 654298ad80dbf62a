#if os(Linux)
  import CLibcurl
  import Foundation

  // A connection without a request (`CONNECT_ONLY`), on which a WebSocket sends and receives bytes.
  extension CurlEasyHandle {
    /// The result of sending or receiving.
    enum Transfer: Sendable, Equatable {
      case bytes(Int)
      /// The connection is not ready.
      case later
      case failed(Int32)
    }

    /// Sends bytes.
    ///
    /// After ``Transfer/later``, the next call must have the same bytes at the same address: TLS libraries keep them.
    func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
      guard let base = bytes.baseAddress else { return .bytes(0) }
      var sent = 0
      switch unsafe libcurl_easy_send(pointer, base, bytes.count, &sent) {
      // GnuTLS can report more than it was given.
      case LIBCURL_E_OK: return .bytes(min(sent, bytes.count))
      case LIBCURL_E_AGAIN: return .later
      case let code: return .failed(code)
      }
    }

    /// Receives bytes; 0 at the end of the connection.
    func receive(into space: UnsafeMutableRawBufferPointer) -> Transfer {
      guard let base = space.baseAddress else { return .bytes(0) }
      var received = 0
      switch unsafe libcurl_easy_receive(pointer, base, space.count, &received) {
      case LIBCURL_E_OK: return .bytes(min(received, space.count))
      case LIBCURL_E_AGAIN: return .later
      case let code: return .failed(code)
      }
    }

    /// Keeps the words of the last error instead of the first one, until this is called with false.
    ///
    /// In its space for words, libcurl leaves the first error of a transfer, even if it goes on: when the server has reset
    /// the connection, it finds no address of the peer, or cannot send. What the server sent before says why, and is read
    /// after that. As debug output, libcurl passes on the words of every error.
    func keepLastWords(_ keeps: Bool) {
      // This handle, the context, outlives libcurl's use of it.
      unsafe libcurl_easy_set_pointer(
        pointer, LIBCURL_OPT_DEBUGDATA, Unmanaged.passUnretained(self).toOpaque())
      let code = unsafe libcurl_easy_set_debug_function(pointer) { _, kind, bytes, count, context in
        guard kind == LIBCURL_INFO_TEXT else { return 0 }
        unsafe CurlEasyHandle.at(context)?.keep(UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
      }
      // Without a function, libcurl would print it.
      if code == LIBCURL_E_OK { set(LIBCURL_OPT_VERBOSE, keeps) }
    }

    /// Returns the error of receiving if the server does not accept the client, which it says after the negotiation with
    /// TLS 1.3; nil for any other.
    func securityRefusal(after code: Int32) -> CurlError? {
      let error = CurlError(code, takeWords(for: code))
      return error.describesSecurityRefusal ? error : nil
    }

    /// The descriptor of the connection, or nil without one.
    var activeSocket: Int32? {
      var descriptor: Int32 = -1
      let code = unsafe libcurl_easy_get_socket(pointer, LIBCURL_INFO_ACTIVESOCKET, &descriptor)
      return code == LIBCURL_E_OK && descriptor >= 0 ? descriptor : nil
    }

    /// Sets the options for a connection without a request, after those that all requests share.
    ///
    /// - Throws: ``CurlError`` if libcurl rejects one, ``InvalidRequest`` if a field for the proxy is invalid.
    func setSocket(_ request: TransportRequest) throws {
      for (option, value) in [
        // Otherwise TLS may negotiate HTTP/2.
        (LIBCURL_OPT_HTTP_VERSION, Int(LIBCURL_HTTP_VERSION_1_1)),
        (LIBCURL_OPT_HTTPPROXYTUNNEL, 1), (LIBCURL_OPT_CONNECT_ONLY, 1),
        (LIBCURL_OPT_BUFFERSIZE, CurlReceiveSpaces.portion),
      ] {
        try check(set(option, value))
      }
      try check(set(LIBCURL_OPT_URL, request.url.absoluteString))
      try setProxyFields(of: request.headers)
      // Without a request, all lines are those of a proxy. This handle, the context, outlives libcurl's use of it.
      unsafe libcurl_easy_set_data_function(
        pointer, LIBCURL_OPT_HEADERFUNCTION,
        { bytes, size, count, context in
          guard let socket = unsafe CurlEasyHandle.at(context)?.socket else { return 0 }
          return unsafe socket.receivedProxyLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
        })
      unsafe libcurl_easy_set_pointer(
        pointer, LIBCURL_OPT_HEADERDATA, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  extension CurlError {
    /// The connection ended before the response to a handshake, or within its body.
    static func connectionLost(isInBody: Bool) -> CurlError {
      CurlError(
        isInBody ? LIBCURL_E_PARTIAL_FILE : LIBCURL_E_GOT_NOTHING,
        "The connection was closed before \(isInBody ? "the end of the" : "a") response arrived")
    }
  }
#endif
