#if os(Linux)
  import CLibcurl

  // Kept connections that turn out to be closed, and connections that change their protocol.
  extension CurlTransfer {
    /// Whether the request is sent again on a new connection, because its connection has turned out to be closed.
    ///
    /// It is sent again once, and not on another kept connection: that may have been closed at the same time.
    func repeats(after code: Int32) -> Bool {
      guard !isRepeated, failure == nil, isUnanswered, task.withState({ $0.isInProgress }),
        CurlConnections.mayRepeat(
          after: code, isUnsent: handle.number(LIBCURL_INFO_REQUEST_SIZE) == 0,
          isRefused: connections.isRefused, connects: connects,
          isIdempotent: task.request.method.isIdempotent),
        seek(to: 0, from: 0) == LIBCURL_SEEK_OK
      else { return false }
      isRepeated = true
      connections = CurlConnections()
      _ = handle.takeWords(for: code)
      handle.set(LIBCURL_OPT_FRESH_CONNECT, true)
      handle.retire()
      return true
    }

    /// Lets libcurl describe what it does with the request that it is about to send, if that may decide whether the
    /// request is sent again.
    ///
    /// The words take time, so an idempotent request on a kept connection does without: it is sent again in any case.
    func setVerboseIfNeeded() {
      let mayNeedWords = connects > 0 || !task.request.method.isIdempotent
      if mayNeedWords, !loop.handles.options.excludesSharing(isSecure: isSecure) { handle.setVerbose(true) }
    }

    /// libcurl describes what it does.
    func receivedDebugText(_ words: UnsafeRawBufferPointer) {
      // It also passes on the names and values of fields, which are of no interest.
      guard let first = unsafe words.first, "UrH[".utf8.contains(first) else { return }
      connections.noteDebugText(unsafe String(decoding: words, as: UTF8.self))
    }

    /// Begins with the start of the body, because the request is about to be sent, perhaps not for the first time.
    ///
    /// Some versions do not ask for the start after `HTTP_1_1_REQUIRED`, or if nothing of what they have read was sent.
    func startBody() -> Int32 {
      if seek(to: 0, from: 0) == LIBCURL_SEEK_OK { return LIBCURL_PREREQ_OK }
      let words = "The body can be read only once, and the request must be sent again"
      failure = (CurlError(LIBCURL_E_SEND_FAIL_REWIND, words), .head)
      return LIBCURL_PREREQ_ABORT
    }

    /// Closes the connection with the transfer, which is cancelled, if the server may be gone.
    ///
    /// libcurl closes a connection of HTTP/1 in any case. One of HTTP/2 it would use again, and each request on it
    /// would wait until the system gives up, after a quarter of an hour. It remains open while others use it.
    func closeSilentConnection() {
      guard !isReceivePaused, moments.silence(at: DispatchTimer.uptime) >= loop.silence else { return }
      handle.closeConnectionAfterwards()
    }

    /// Whether the server accepts that the connection continues with HTTP/2, which libcurl has asked for (RFC 7540
    /// section 3.2).
    ///
    /// The response follows as the first stream.
    func isUpgrade(_ head: ResponseHead) -> Bool {
      head.status == 101 && head.httpVersion == "HTTP/1.1" && head.headers["Upgrade"]?.lowercased() == "h2c"
        && loop.handles.options.requestsUpgrade(isSecure: isSecure)
    }
  }
#endif
