extension NetworkRequesting {
  /// Returns the server-sent events of the response as they arrive, for `for try await`.
  ///
  /// ```swift
  /// for try await event in network.post("chat", body: ["stream": true]).events() {
  ///   if event.data == "[DONE]" { break }
  ///   print(event.data)
  /// }
  /// ```
  ///
  /// There is one connection: the loop ends when the server ends the stream, and throws if the connection is lost. For
  /// a stream that reconnects, use ``EventSource``, or `network.stream.get(url).events()` of the module NetStream.
  ///
  /// The request is sent with `Accept: text/event-stream` and `Cache-Control: no-store` unless it sets these fields.
  /// A response of another content type fails with ``ValidationFailure/contentType(_:acceptable:)``, even if the
  /// request accepts it. The error keeps up to 64 KiB of its body. Leaving the loop cancels the request. Starting,
  /// cancellation and buffering are those of ``chunks(buffer:)``. Once accepted, the stream occupies no slot of
  /// ``SessionConfiguration/maximumConcurrentRequests``.
  ///
  /// - Parameters:
  ///   - lastEventID: The ID of an earlier stream to continue after. With nil the server decides where to begin.
  ///   - maximumEventSize: The maximum size of an event's data in bytes. A larger event fails with ``EventTooLong``.
  ///   - buffer: The buffer for bytes that arrive faster than they are consumed.
  /// - Returns: The events of the response.
  public func events(
    after lastEventID: String? = nil, maximumEventSize: Int = EventStreamParser.defaultMaximumSize,
    buffer: StreamBuffer = .backPressure()
  ) -> ParsedElements<EventStreamParser> {
    let parser = EventStreamParser(lastEventID: lastEventID, maximumSize: maximumEventSize)
    return configure(as: "events") { $0.askForEvents(after: parser.lastEventID) }
      .parsed(by: parser, buffer: buffer)
  }
}
