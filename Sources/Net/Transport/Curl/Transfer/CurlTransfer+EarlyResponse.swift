#if os(Linux)
  // Ends a request body that is no longer needed, for example because a response arrives while its next bytes
  // are awaited.
  extension CurlTransfer {
    /// No more of the request body is needed.
    func closeBody() { if let reading = body.close() { abandon(reading) } }

    /// Cancels the reading of a sequence outside libcurl, because that calls code of the user.
    func abandon(_ reading: SequenceReading) { loop.due.append(.call { reading.cancel() }) }

    /// Whether the service has refused or redirected the request, and libcurl waits only for the rest of its body.
    ///
    /// libcurl would wait for the body to continue, which may take long, and then send it for nothing.
    var hasEarlyResponse: Bool { isSendPaused && extent.isRefusal }

    /// Records the response whose head was just received.
    func noteResponse(_ head: ResponseHead) {
      extent.begin(head, to: task.request.method)
      // libcurl ends an upload at an error status by itself, but not while sending is paused.
      if isSendPaused, head.status >= 400 { wake() } else { noteEarlyResponse() }
    }

    /// A chunk of the response body, as it was sent, is passed on.
    func noteBody(_ count: Int) {
      extent.received += Int64(count)
      noteEarlyResponse()
    }

    /// Lets the loop end the transfer after libcurl has returned, if there is an early response.
    func noteEarlyResponse() { if hasEarlyResponse { wake() } }

    private func wake() { loop.mailbox.post(.feed(task)) }
  }
#endif
