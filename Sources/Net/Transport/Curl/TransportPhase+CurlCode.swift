#if os(Linux)
  import CLibcurl

  extension TransportPhase {
    /// Creates the phase in which a transfer failed: from libcurl's code if it implies one, otherwise the phase
    /// reached.
    init(of code: Int32, soFar phase: TransportPhase) {
      switch code {
      case _ where phase == .body: self = .body
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
#endif
