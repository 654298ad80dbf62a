#if os(Linux)
  import CLibcurl

  // What a proxy sends before it has opened a tunnel must not be mistaken for the response of the server.
  extension CurlTransfer {
    /// Takes the head of a proxy's response to `CONNECT`; returns false for any other.
    ///
    /// If the proxy has not opened the tunnel, the transfer fails: nobody waits for the body of the response, which is not
    /// kept.
    func takeProxyHead(_ completion: CurlHeadParser.Completion) -> Bool {
      switch completion {
      case .nothing, .tooLong, .refused(.status), .refused(.firstField): return false
      case .interim: return isFromProxy
      case .head, .refused(.length), .refused(.unreadLength):
        guard isFromProxy else { return false }
        let isOpen = (200..<300).contains(parser.status)
        if handle.tunnelStatus == 0 || isOpen == handle.isRefusedTunnel {
          // libcurl takes a status only from `HTTP/1.x`, with any number of digits.
          failure = (CurlError.unreadableTunnel, .connect)
        } else if isOpen {
          // A tunnel has no body, whatever its head says (RFC 9110 section 9.3.6).
          connections.openTunnel(connects: connects)
        } else if case .head(let head) = completion {
          failure = (ProxyRefusal(response: head), .connect)
        } else {
          return false
        }
        parser.skipHead()
        moments.firstLine = nil
        return true
      }
    }

    /// The credentials of the request with which a proxy is asked to open a tunnel; nil if there are none.
    ///
    /// A tunnel must not be used with other credentials (RFC 9110 section 11.7), which libcurl does: before 8.19 with all,
    /// since then with those in fields of a request.
    var tunnelCredentials: String? {
      guard loop.handles.options.mayTunnel, isSecure else { return nil }
      let values = task.request.headers.values(for: CurlEasyHandle.proxyField)
      return values.isEmpty ? nil : values.joined(separator: "\n")
    }

    /// Whether the head that was just received is a proxy's response to `CONNECT`.
    ///
    /// A proxy can send anything, even bytes that libcurl does not recognize as a response. So the head is from the
    /// proxy if the request has not been sent on the connection, as far as libcurl reports this.
    var isFromProxy: Bool {
      let options = loop.handles.options
      guard options.mayTunnel, isSecure else { return false }
      return options.asksBeforeSending
        ? connections.isBeforeRequest(connects: connects)
        : connections.isBeforeTunnel(connects: connects, tunnelStatus: handle.tunnelStatus)
    }
  }

  extension CurlError {
    fileprivate static var unreadableTunnel: CurlError {
      CurlError(
        LIBCURL_E_RECV_ERROR, "The status line of the proxy's response to CONNECT is not one of HTTP/1")
    }
  }
#endif
