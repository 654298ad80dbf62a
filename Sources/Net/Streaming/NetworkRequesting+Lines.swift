public import Dispatch
public import Foundation

/// An event of a response that is parsed as it arrives.
///
/// The order is `head* element* complete`, and the last comes exactly once.
public enum ParsedStreamEvent<Element: Sendable>: Sendable {
  /// A response with an acceptable status begins.
  ///
  /// If the request is retried before its first chunk, the next response begins with its own head, as in
  /// ``ResponseStreamEvent``. The elements belong to the last head.
  case head(ResponseHead)
  /// The next parsed element.
  case element(Element)
  /// The request has ended, successfully or with an error.
  case complete(DataResponse<Void>)
}

extension NetworkRequesting {
  /// Starts the request, parses the response as it arrives, and calls the handler with each element.
  ///
  /// ```swift
  /// network.get("measurements").responseStream(parsedBy: LineParser()) { event in
  ///   if case .element(let line) = event { count(line) }
  /// }
  /// ```
  ///
  /// Acceptance and buffering are those of ``responseStream(queue:buffer:handler:)``. An error of the parser ends the
  /// request and closes its connection. The error in `complete` is then ``NetworkError/Reason/serialization(_:)`` with
  /// the parser's error as the underlying error and the received part of the invalid element in ``NetworkError/data``.
  /// Once accepted, a response for an ``EventStreamParser`` occupies no slot of
  /// ``SessionConfiguration/maximumConcurrentRequests``.
  ///
  /// - Parameters:
  ///   - parser: The parser of the body.
  ///   - queue: The queue of the handler. Nil means the session's callback queue.
  ///   - buffer: The buffer for bytes that arrive faster than they are consumed.
  ///   - handler: Called with each event, one at a time.
  /// - Returns: The request itself, so that calls can be chained.
  @discardableResult
  public func responseStream<Parser: StreamParser>(
    parsedBy parser: Parser, queue: DispatchQueue? = nil, buffer: StreamBuffer = .backPressure(),
    handler: @escaping @Sendable (ParsedStreamEvent<Parser.Element>) -> Void
  ) -> Self {
    stream(
      parsedBy: parser, buffer: buffer, delivery: queue.map { .queue($0) } ?? .callbackQueue,
      call: "responseStream",
      handler: handler)
  }

  /// Starts the request and calls the handler with each line of the response as it arrives.
  ///
  /// ```swift
  /// network.get("log").responseLines { event in
  ///   if case .element(let line) = event { print(line) }
  /// }
  /// ```
  ///
  /// Lines end with LF or CRLF. When the response is complete, text after the last line end is a line, too. The charset
  /// is that of the response unless you pass an encoding. See ``TextLineParser``.
  @discardableResult
  public func responseLines(
    encoding: String.Encoding? = nil, maximumLength: Int = LineParser.defaultMaximumLength,
    queue: DispatchQueue? = nil, buffer: StreamBuffer = .backPressure(),
    handler: @escaping @Sendable (ParsedStreamEvent<String>) -> Void
  ) -> Self {
    responseStream(
      parsedBy: TextLineParser(encoding: encoding, maximumLength: maximumLength), queue: queue,
      buffer: buffer,
      handler: handler)
  }

  /// Starts the request, decodes each line of the response as it arrives, and calls the handler with the values.
  ///
  /// ```swift
  /// network.get("readings.ndjson").responseJSONLines(of: Reading.self) { event in
  ///   if case .element(let reading) = event { show(reading) }
  /// }
  /// ```
  ///
  /// Empty lines are skipped. The first line that cannot be decoded ends the request with a ``JSONLineError``. The
  /// default decoder is that of the request, or else that of the session. See ``JSONLineParser``.
  @discardableResult
  public func responseJSONLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil,
    maximumLength: Int = LineParser.defaultMaximumLength, queue: DispatchQueue? = nil,
    buffer: StreamBuffer = .backPressure(), handler: @escaping @Sendable (ParsedStreamEvent<Value>) -> Void
  ) -> Self {
    responseStream(
      parsedBy: JSONLineParser(of: type, decoder: decoder, maximumLength: maximumLength), queue: queue,
      buffer: buffer, handler: handler)
  }

  /// Starts the request and passes its body to the parser.
  ///
  /// - `isWanted`: Called before each element is parsed. If it returns false, no more elements are parsed.
  @discardableResult
  package func stream<Parser: StreamParser>(
    parsedBy parser: Parser, buffer: StreamBuffer, delivery: ResponseDelivery, call: String,
    isWanted: @escaping @Sendable () -> Bool = { true },
    handler: @escaping @Sendable (ParsedStreamEvent<Parser.Element>) -> Void
  ) -> Self {
    let body = ParsedBody(parser, of: self, isWanted: isWanted, handler: handler)
    return stream(
      to: body, buffer: buffer, delivery: delivery, call: call,
      isEventStream: Parser.self == EventStreamParser.self
    ) { body.complete($0) }
  }
}
