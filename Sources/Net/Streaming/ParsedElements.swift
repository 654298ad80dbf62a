public import Foundation

extension NetworkRequesting {
  /// Returns the elements that a parser reads from the response, for `for try await`.
  ///
  /// ```swift
  /// for try await event in network.get("ticks").parsed(by: EventStreamParser()) { print(event.data) }
  /// ```
  ///
  /// Each step reads only as much as it needs. Starting, cancellation and buffering are those of ``chunks(buffer:)``.
  /// An error of the parser is thrown as a ``NetworkError/Reason/serialization(_:)``. Once accepted, a response for an
  /// ``EventStreamParser`` occupies no slot of ``SessionConfiguration/maximumConcurrentRequests``.
  public func parsed<Parser: StreamParser>(
    by parser: Parser, buffer: StreamBuffer = .backPressure()
  ) -> ParsedElements<Parser> {
    ParsedElements(chunks: chunks(buffer: buffer), parser: parser)
  }

  /// Returns the lines of the response as they arrive, for `for try await`.
  ///
  /// ```swift
  /// for try await line in network.get("log").lines() { print(line) }
  /// ```
  ///
  /// Lines end with LF or CRLF. The charset is that of the response unless you pass an encoding; see
  /// ``TextLineParser``. Leaving the loop cancels the request. Until its end, the response occupies a slot of
  /// ``SessionConfiguration/maximumConcurrentRequests``; an event stream does not
  /// (``events(after:maximumEventSize:buffer:)``).
  public func lines(
    encoding: String.Encoding? = nil, maximumLength: Int = LineParser.defaultMaximumLength,
    buffer: StreamBuffer = .backPressure()
  ) -> ParsedElements<TextLineParser> {
    parsed(by: TextLineParser(encoding: encoding, maximumLength: maximumLength), buffer: buffer)
  }

  /// Returns the value of each line of the response as it arrives, for `for try await`.
  ///
  /// ```swift
  /// for try await reading in network.get("readings.ndjson").jsonLines(of: Reading.self) { show(reading) }
  /// ```
  ///
  /// The default decoder is that of the request, or else that of the session. See ``JSONLineParser``.
  public func jsonLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil,
    maximumLength: Int = LineParser.defaultMaximumLength, buffer: StreamBuffer = .backPressure()
  ) -> ParsedElements<JSONLineParser<Value>> {
    parsed(by: JSONLineParser(of: type, decoder: decoder, maximumLength: maximumLength), buffer: buffer)
  }
}

/// The elements that a parser reads from a response, as an asynchronous sequence that throws ``NetworkError``.
public struct ParsedElements<Parser: StreamParser>: AsyncSequence, Sendable {
  let chunks: ResponseChunks
  let parser: Parser

  /// The request, for access to its head and for cancellation.
  public var request: any NetworkRequesting { chunks.request }

  /// Creates an iterator.
  ///
  /// Nothing is sent before its first step.
  public func makeAsyncIterator() -> Iterator {
    let isEventStream = Parser.self == EventStreamParser.self
    return Iterator(
      chunks: chunks.makeParsingIterator(isEventStream: isEventStream), request: chunks.request,
      parser: parser)
  }

  /// The iterator.
  public struct Iterator: AsyncIteratorProtocol {
    var chunks: ResponseChunks.Iterator
    let request: any NetworkRequesting
    var parser: Parser
    private var isPrepared = false
    private var hasEnded = false
    private var endedAtOnce: @Sendable () -> Bool

    init(chunks: ResponseChunks.Iterator, request: any NetworkRequesting, parser: Parser) {
      self.chunks = chunks
      self.request = request
      self.parser = parser
      endedAtOnce = chunks.endedAtOnce
    }

    /// Returns the next element, or nil at the end.
    public mutating func next() async throws -> Parser.Element? {
      while true {
        // Otherwise the rest is not delivered, and the next chunk, or the end, throws the error.
        if !isOver, let element = try await read() { return element }
        if hasEnded {
          // The exchange ends after the last element has been read.
          _ = try await chunks.next()
          return nil
        }
        let chunk = try await chunks.next()
        if !isPrepared, let response = chunks.response {
          endedAtOnce = chunks.endedAtOnce
          parser.prepare(for: response)
          isPrepared = true
        }
        if let chunk {
          parser.append(chunk)
        } else {
          parser.finish()
          hasEnded = true
        }
      }
    }

    /// Returns the next element, on the actor of the loop.
    ///
    /// If the task is cancelled while that actor is busy, no element is delivered after that.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Parser.Element? {
      try await next()
    }

    private var isOver: Bool { Task.isCancelled || endedAtOnce() }

    private mutating func read() async throws -> Parser.Element? {
      do {
        let element = try parser.next()
        // The parser may take its time.
        return isOver ? nil : element
      } catch {
        hasEnded = true
        if isOver { return nil }
        try await chunks.fail(
          NetworkError(reading: error, request: request.request, response: request.response))
      }
    }
  }
}
