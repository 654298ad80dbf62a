#if os(Linux)
  // The end of a request body that is not needed any more, such as by a response that arrives while it waits for its
  // next bytes.
  extension CurlTransfer {
    /// No more of the request body is needed.
    func closeBody() { if let reading = body.close() { abandon(reading) } }

    /// Cancels the reading of a sequence outside libcurl, because that calls code of the user.
    func abandon(_ reading: SequenceReading) { loop.due.append(.call { reading.cancel() }) }

    /// Whether the service has refused or redirected the request, and libcurl waits only for the rest of its body.
    ///
    /// libcurl would wait for the body to continue, which may be long, and then send it for nothing.
    var hasEarlyResponse: Bool { isSendPaused && responseStatus >= 300 && responseRest == 0 }

    /// Records the response whose head was just reported.
    func noteResponse(_ head: ResponseHead) {
      let isBodiless = task.request.method == .head || head.status == 204 || head.status == 304
      responseStatus = head.status
      responseRest = isBodiless ? 0 : head.headers.announcedLength
      // libcurl ends an upload at an error status by itself, but not while sending is paused.
      if isSendPaused, head.status >= 400 { wake() } else { noteEarlyResponse() }
    }

    /// A chunk of the response body was consumed.
    func consumed(_ count: Int) {
      guard let rest = responseRest else { return }
      responseRest = rest - Int64(count)
      noteEarlyResponse()
    }

    /// Lets the loop end the transfer after libcurl has returned, if there is an early response.
    func noteEarlyResponse() { if hasEarlyResponse { wake() } }

    private func wake() { loop.mailbox.post(.feed(task)) }
  }
#endif
