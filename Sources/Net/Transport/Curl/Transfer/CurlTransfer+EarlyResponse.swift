#if os(Linux)
  import CLibcurl

  // Responses to a request whose body has not been sent completely: no more of it is needed, and a response may be
  // complete although libcurl reports an error.
  extension CurlTransfer {
    /// How much of a body is sent over TLS in portions of one record.
    ///
    /// A server that refuses a request mostly does so at its head. If it then closes the connection, the next bytes that
    /// arrive there reset it. A TLS library sends a portion record by record and fails at the next one, and libcurl does not
    /// read the response after that. Between two portions it does.
    static let earlyBytes: Int64 = 1 << 18

    /// Returns the start of a buffer, which fills a record (RFC 8446 section 5.1) with the framing of a chunk.
    static func record(of buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(16_384 - 12))
    }

    /// Closes the body of the request, of which no more is needed.
    func closeBody() { if let reading = body.close() { abandon(reading) } }

    /// Cancels the reading of a sequence outside libcurl, because that calls code of the user.
    func abandon(_ reading: SequenceReading) { loop.due.append(.call { reading.cancel() }) }

    /// Whether the service has refused or redirected the request, and libcurl waits only for the rest of its body.
    ///
    /// libcurl would wait for the body to continue, which may take long, and then send it for nothing.
    var hasEarlyResponse: Bool { isSendPaused && extent.isRefusal }

    /// Whether the end of such a response is still awaited, which libcurl notices but does not report while sending is
    /// paused: the last chunk, or the end of the connection.
    var awaitsEndOfRefusal: Bool { isSendPaused && extent.isUnendedRefusal }

    /// Called when a head begins in response to a request with a body.
    ///
    /// With HTTP/2, libcurl reads nothing more from the connection once the announced number of bytes has arrived. It
    /// would not notice that the server accepts more of the request or has reset the stream, and spin until a timeout.
    /// Without a length it reads to the end of the stream. HTTP/1 needs the length.
    func beginHead(_ statusLine: UnsafeRawBufferPointer) {
      extent.isLengthIgnored = unsafe CurlHeadParser.isHTTP2(statusLine)
      handle.set(LIBCURL_OPT_IGNORE_CONTENT_LENGTH, extent.isLengthIgnored)
    }

    /// Records the response whose head was just received.
    func noteResponse(_ head: ResponseHead) {
      extent.begin(head, to: task.request.method)
      // When an HTTP/1 request is cancelled, libcurl closes its connection.
      moments.timesChunks = head.httpVersion != nil && !head.isHTTP1
      // libcurl ends an upload at a redirect or an error status by itself, but not while sending is paused.
      if isSendPaused, head.status >= 300 { wake() }
      if sendsBody, extent.isUnendedRefusal { loop.refusals.append(task) }
    }

    /// A chunk of the response body, as it was sent, is passed on.
    func noteBody(_ count: Int) {
      moments.receivedChunk()
      extent.received += Int64(count)
      if awaitsEndOfRefusal || hasEarlyResponse { wake() }
    }

    /// Lets the loop end the transfer after libcurl has returned, if there is an early response.
    func noteEarlyResponse() { if hasEarlyResponse { wake() } }

    /// The end of the request has been sent, and the response may have ended before (``feed()``).
    func noteEndOfRequest() {
      guard !hasNotedEnd, parser.hasHead, !parser.isHTTP1,
        loop.handles.options.mayMissEnd(isSecure: isSecure)
      else { return }
      hasNotedEnd = true
      wake()
    }

    /// Whether the response, whose head has arrived, is complete, although libcurl may report an error.
    func isWhole(_ code: Int32) -> Bool {
      if code == LIBCURL_E_OK { return !extent.isCutShort }
      // While the receiver waits, libcurl has bytes that it would drop.
      return !isReceivePaused && extent.isWhole(despite: code, saysWhy: handle.mayHaveWords)
    }

    private func wake() { loop.mailbox.post(.feed(task)) }
  }
#endif
