#if os(Linux)
  import CLibcurl

  extension TransportPhase {
    /// Creates the phase in which a transfer failed: from libcurl's error if it implies one, otherwise the phase
    /// reached.
    ///
    /// - Parameters:
    ///   - error: libcurl's error.
    ///   - phase: The phase reached.
    ///   - needsTunnel: Whether the request has not been sent because a proxy opens a tunnel first. A head that libcurl
    ///     cannot read is then that of the proxy.
    init(of error: CurlError, soFar phase: TransportPhase, needsTunnel: Bool) {
      let code = Int32(truncatingIfNeeded: error.code)
      switch code {
      case _ where phase == .body: self = .body
      case _ where error.isAboutTunnel || needsTunnel && error.isAboutHead: self = .connect
      case LIBCURL_E_COULDNT_RESOLVE_HOST, LIBCURL_E_COULDNT_RESOLVE_PROXY: self = .nameLookup
      case LIBCURL_E_COULDNT_CONNECT, LIBCURL_E_PROXY, LIBCURL_E_INTERFACE_FAILED,
        LIBCURL_E_NO_CONNECTION_AVAILABLE, LIBCURL_E_URL_MALFORMAT:
        self = .connect
      // The only timeout that libcurl has is the one for opening the connection.
      case LIBCURL_E_OPERATION_TIMEDOUT: self = .connect
      case _ where CurlError.securityCodes.contains(code): self = .secureConnection
      case LIBCURL_E_SEND_ERROR: self = .send
      // The body was needed again, and may have been sent completely before.
      case LIBCURL_E_SEND_FAIL_REWIND: self = phase == .send ? .send : .head
      case LIBCURL_E_GOT_NOTHING, LIBCURL_E_WEIRD_SERVER_REPLY: self = .head
      // libcurl takes an invalid response for HTTP/0.9.
      case LIBCURL_E_UNSUPPORTED_PROTOCOL where phase == .head: self = .head
      default: self = phase
      }
    }
  }

  extension CurlError {
    /// Whether a proxy did not open a tunnel: it closed the connection, or its response was no final one.
    ///
    /// Some versions set the time of the connection before the tunnel is open, as if the TLS handshake had begun.
    fileprivate var isAboutTunnel: Bool {
      // The last one is that of versions before 7.87.
      message == "Proxy CONNECT aborted" || message.hasPrefix("CONNECT tunnel failed")
        || message.hasPrefix("Received HTTP code") && message.hasSuffix("from proxy after CONNECT")
    }

    /// Whether libcurl cannot read a head: versions from 8.23 on check that of a proxy themselves.
    fileprivate var isAboutHead: Bool {
      code == Int(LIBCURL_E_WEIRD_SERVER_REPLY) || message == "Invalid response header"
    }
  }
#endif
