public import Foundation
public import Net

extension WebSocketPeer {
  /// Expects that the next message of the client is this one.
  ///
  /// Steps after it wait for the message. Any other message fails the test at this line and closes the connection.
  ///
  /// ```swift
  /// peer.expect(.text("hi"))
  /// ```
  ///
  /// The text must be the same, character by character; for JSON use ``expect(json:encoder:file:line:)``.
  public func expect(_ message: WebSocketMessage, file: StaticString = #filePath, line: UInt = #line) {
    add(
      .expect(
        WebSocketStep.Expectation(
          message: message, words: request.redaction.shown(message), matches: { $0 == message },
          place: SourcePlace(file: file, line: line))))
  }

  /// Expects that the next message of the client is JSON text of this value, whatever its spacing and the order of its
  /// keys.
  ///
  /// Use it for what a client sends with `send(json:)`: a `JSONEncoder` may write the keys in another order each time.
  ///
  /// ```swift
  /// peer.expect(json: ["subscribe": ["tea"]])
  /// ```
  ///
  /// Texts are compared as ``RequestMatcher/json(equals:)`` compares bodies. Any other message fails the test at this
  /// line and closes the connection, and so does a value that cannot be encoded.
  public func expect(
    json value: some Encodable, encoder: JSONEncoder = JSONEncoder(), file: StaticString = #filePath,
    line: UInt = #line
  ) {
    if let bytes = value.unencodedBytes { return expect(.data(bytes), file: file, line: line) }
    let place = SourcePlace(file: file, line: line)
    var expected: Data?
    do {
      expected = ComparedBody.text(ofJSON: try encoder.encode(value))
    } catch {
      // The step remains, so that the script does not continue as if the message had arrived.
      report("The value cannot be expected as JSON: \(error)", at: place)
    }
    let shown = expected.map { LongNumber.unmarked(String(decoding: $0, as: UTF8.self)) } ?? "of the value"
    add(
      .expect(
        WebSocketStep.Expectation(
          message: nil, json: expected,
          words: "the JSON \(request.redaction.shownText(of: Data(shown.utf8)))",
          matches: { [expected] message in
            guard case .text(let text) = message else { return false }
            return expected != nil && ComparedBody.text(ofJSON: Data(text.utf8)) == expected
          }, place: place)))
  }

  /// Expects bytes.
  ///
  /// Use `expect(.data(bytes))`.
  @available(*, deprecated, message: "Data is not encoded as a value: use expect(.data(bytes))")
  public func expect(json bytes: Data, file: StaticString = #filePath, line: UInt = #line) {
    expect(.data(bytes), file: file, line: line)
  }

  /// Expects that the next message of the client satisfies a predicate.
  ///
  /// ```swift
  /// peer.expect("a number") { message in message == .text("1") || message == .text("2") }
  /// ```
  ///
  /// - Parameters:
  ///   - description: What is expected, for the failure message.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - predicate: Returns whether a message is expected.
  public func expect(
    _ description: String, file: StaticString = #filePath, line: UInt = #line,
    where predicate: @escaping @Sendable (WebSocketMessage) -> Bool
  ) {
    add(
      .expect(
        WebSocketStep.Expectation(
          message: nil, words: description, matches: predicate, place: SourcePlace(file: file, line: line))))
  }

  /// Expects a close frame of the client, with this code or, with nil, with any.
  ///
  /// It is answered before this step is reached. A connection that ends without it fails the test.
  public func expectClose(
    _ code: WebSocketCloseCode? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {
    add(.expectClose(code, SourcePlace(file: file, line: line)))
  }

  /// Sends a message.
  public func send(_ message: WebSocketMessage) { add(.send(message)) }

  /// Sends a value as JSON text.
  ///
  /// A value that cannot be encoded fails the test.
  public func send(
    json value: some Encodable, encoder: JSONEncoder = JSONEncoder(), file: StaticString = #filePath,
    line: UInt = #line
  ) {
    if let bytes = value.unencodedBytes { return send(.data(bytes)) }
    do {
      send(.text(String(decoding: try encoder.encode(value), as: UTF8.self)))
    } catch {
      report("The value cannot be sent as JSON: \(error)", at: SourcePlace(file: file, line: line))
    }
  }

  /// Sends bytes.
  ///
  /// Use `send(.data(bytes))`.
  @available(*, deprecated, message: "Data is not encoded as a value: use send(.data(bytes))")
  public func send(json bytes: Data) { send(.data(bytes)) }

  /// Sends a message slowly: this many bytes of its frame at a time, with a delay between them on the mock's timer.
  ///
  /// ```swift
  /// peer.send(.text("hello"), bytes: 1, every: .milliseconds(10))
  /// ```
  public func send(_ message: WebSocketMessage, bytes count: Int, every delay: Duration) {
    add(.sendSlowly(message, count: count, every: delay))
  }

  /// Sends a ping with at most 125 bytes.
  ///
  /// See ``pongCount``.
  public func ping(_ payload: Data = Data()) { add(.ping(Array(payload.prefix(125)))) }

  /// Waits before the next step, on the timer of the mock.
  public func wait(_ delay: Duration) { add(.wait(delay)) }

  /// Responds to each message that no expectation takes, once there is no other step.
  ///
  /// ```swift
  /// peer.onMessage { message in [message] }
  /// ```
  ///
  /// - Parameter respond: Returns the messages to send. A ``MockServer`` calls it on a thread that it may
  ///   block; the other mocks call it on the thread that sends the message.
  public func onMessage(_ respond: @escaping @Sendable (WebSocketMessage) -> [WebSocketMessage]) {
    add(.respond(respond))
  }

  /// Stops reading what the client sends, so that its sends wait.
  public func stopReading() { add(.read(false)) }

  /// Reads again.
  public func startReading() { add(.read(true)) }

  /// Sends a close frame.
  ///
  /// The connection ends when the client has answered it.
  public func close(
    _ code: WebSocketCloseCode = .normal, reason: String = "", file: StaticString = #filePath,
    line: UInt = #line
  ) {
    add(.close(WebSocketClosure(code: code, reason: reason), SourcePlace(file: file, line: line)))
  }

  /// Causes a fault on the connection.
  public func fault(_ fault: WebSocketFault) { add(.fault(fault)) }
}
