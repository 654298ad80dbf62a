public import Foundation

extension NetworkRequesting {
  /// What a parser reads of the response, one by one as it arrives, to be iterated with `for try await`.
  ///
  /// ```swift
  /// for try await event in network.get("ticks").parsed(by: EventStreamParser()) { print(event.data) }
  /// ```
  ///
  /// Each step reads on only as far as it must. What holds of starting, cancelling and the buffer is as with
  /// ``pieces(buffer:)``; what the parser throws arrives as a ``NetworkError/Reason/serialization(_:)``.
  public func parsed<Parser: StreamParser>(
    by parser: Parser, buffer: StreamBuffer = .backPressure()
  ) -> ParsedPieces<Parser> {
    ParsedPieces(pieces: pieces(buffer: buffer), parser: parser)
  }

  /// The lines of the response, one by one as they arrive, to be iterated with `for try await`.
  ///
  /// ```swift
  /// for try await line in network.get("log").lines() { print(line) }
  /// ```
  ///
  /// Lines end with LF or CRLF, and are read by the charset of the response unless an encoding is named; see
  /// ``TextLineParser``. Leaving the loop cancels the request.
  public func lines(
    encoding: String.Encoding? = nil, maximumLength: Int = LineParser.defaultMaximumLength,
    buffer: StreamBuffer = .backPressure()
  ) -> ParsedPieces<TextLineParser> {
    parsed(by: TextLineParser(encoding: encoding, maximumLength: maximumLength), buffer: buffer)
  }

  /// The values of the lines of the response, one by one as they arrive, to be iterated with `for try await`.
  ///
  /// ```swift
  /// for try await reading in network.get("readings.ndjson").jsonLines(of: Reading.self) { show(reading) }
  /// ```
  ///
  /// Without a decoder here, that of the request counts, and else that of the session. See ``JSONLineParser``.
  public func jsonLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil,
    maximumLength: Int = LineParser.defaultMaximumLength, buffer: StreamBuffer = .backPressure()
  ) -> ParsedPieces<JSONLineParser<Value>> {
    parsed(by: JSONLineParser(of: type, decoder: decoder, maximumLength: maximumLength), buffer: buffer)
  }
}

/// What a parser reads of a response, as an asynchronous sequence, which throws ``NetworkError``.
public struct ParsedPieces<Parser: StreamParser>: AsyncSequence, Sendable {
  /// What the sequence gives.
  public typealias Element = Parser.Element

  let pieces: ResponsePieces
  let parser: Parser

  /// The request, for its head and for cancelling.
  public var request: any NetworkRequesting { pieces.request }

  /// Begins the iteration; nothing is sent before its first step.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pieces: pieces.makeAsyncIterator(), request: pieces.request, parser: parser)
  }

  /// The iteration.
  public struct Iterator: AsyncIteratorProtocol {
    var pieces: ResponsePieces.Iterator
    let request: any NetworkRequesting
    var parser: Parser
    private var isPrepared = false
    private var hasEnded = false

    init(pieces: ResponsePieces.Iterator, request: any NetworkRequesting, parser: Parser) {
      self.pieces = pieces
      self.request = request
      self.parser = parser
    }

    /// The next element; nil at the end.
    public mutating func next() async throws -> Parser.Element? {
      while true {
        if let element = try read() { return element }
        if hasEnded { return nil }
        let piece = try await pieces.next()
        if !isPrepared, let response = pieces.response {
          parser.prepare(for: response)
          isPrepared = true
        }
        if let piece {
          parser.append(piece)
        } else {
          parser.finish()
          hasEnded = true
        }
      }
    }

    private mutating func read() throws -> Parser.Element? {
      do {
        return try parser.next()
      } catch {
        request.cancel()
        throw NetworkError(
          reading: error, request: request.request, response: request.response, attempts: 1)
      }
    }
  }
}
