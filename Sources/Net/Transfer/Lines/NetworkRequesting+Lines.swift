public import Dispatch
public import Foundation

/// What happens to a response that is read as it arrives: `head? element* complete`, the last exactly once.
public enum ParsedStreamEvent<Element: Sendable>: Sendable {
  /// A response with an acceptable status begins.
  case head(ResponseHead)
  /// The next of what is read.
  case element(Element)
  /// The request has ended, well or not.
  case complete(DataResponse<Void>)
}

extension NetworkRequesting {
  /// Starts the request, and hands what a parser reads of its response to the handler, one by one, as it arrives.
  ///
  /// ```swift
  /// network.get("measurements").responseStream(parsedBy: LineParser()) { event in
  ///   if case .element(let line) = event { count(line) }
  /// }
  /// ```
  ///
  /// What is streamed, and what becomes of what comes faster than it is taken, is as with
  /// ``responseStream(queue:buffer:handler:)``. What the parser throws ends the request: its connection is closed, and the
  /// `complete` holds a ``NetworkError/Reason/serialization(_:)`` with the parser's error as its underlying one and, in
  /// ``NetworkError/data``, what had been received of the part that is wrong.
  ///
  /// - Parameters:
  ///   - parser: Reads the body.
  ///   - queue: Where the handler is called; nil is the session's callback queue.
  ///   - buffer: What becomes of what comes faster than it is taken.
  ///   - handler: Called for each event, one at a time.
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

  /// Starts the request, and hands the lines of its response to the handler, one by one, as they arrive.
  ///
  /// ```swift
  /// network.get("log").responseLines { event in
  ///   if case .element(let line) = event { print(line) }
  /// }
  /// ```
  ///
  /// Lines end with LF or CRLF; what stands behind the last end is a line, too, once the response is complete. They are
  /// read by the charset of the response unless an encoding is named. See ``TextLineParser``.
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

  /// Starts the request, decodes each line of its response, and hands the values to the handler, one by one, as they
  /// arrive.
  ///
  /// ```swift
  /// network.get("readings.ndjson").responseJSONLines(of: Reading.self) { event in
  ///   if case .element(let reading) = event { show(reading) }
  /// }
  /// ```
  ///
  /// Empty lines are passed over. The first line that is no such value ends the request with a ``JSONLineError``. Without
  /// a decoder here, that of the request counts, and else that of the session. See ``JSONLineParser``.
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

  /// Starts the request with its body going to the parser.
  ///
  /// - Parameter isWanted: Asked before each element is read; false for the last that is read to be the last.
  @discardableResult
  package func stream<Parser: StreamParser>(
    parsedBy parser: Parser, buffer: StreamBuffer, delivery: ResponseDelivery, call: String,
    isWanted: @escaping @Sendable () -> Bool = { true },
    handler: @escaping @Sendable (ParsedStreamEvent<Parser.Element>) -> Void
  ) -> Self {
    let body = ParsedBody(parser, of: self, isWanted: isWanted, handler: handler)
    return stream(to: body, buffer: buffer, delivery: delivery, call: call) { body.complete($0) }
  }
}
