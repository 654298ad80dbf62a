public import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// Returns the lines of the response as they arrive.
  ///
  /// ```swift
  /// let errors = network.stream.get("log").lines().filter { $0.hasPrefix("ERROR") }
  /// ```
  ///
  /// ```text
  /// wire    -h--a\nb\nc----d\n-|
  /// lines   ----(ab)-------(cd)-|
  /// ```
  ///
  /// Lines end with LF or CRLF. When the response is complete, text after the last line end is a line, too. A line that
  /// is too long ends the stream with `LineTooLong` as the underlying error. Each subscription sends its own request.
  /// Disposing of it closes the connection. Buffering and errors are those of `chunks(buffer:)`. For a loop with
  /// back-pressure use `for try await` over `parsed(by:)`.
  ///
  /// - Parameters:
  ///   - encoding: The encoding of the text. Nil means the charset of the response, or UTF-8 if it has none. See
  ///     `TextLineParser`.
  ///   - maximumLength: The maximum length of a line in bytes.
  ///   - buffer: The buffer for bytes that arrive faster than they are consumed.
  /// - Returns: A stream of lines, which sends the request when it is subscribed.
  public func lines(
    encoding: String.Encoding? = nil, maximumLength: Int = LineParser.defaultMaximumLength,
    buffer: StreamBuffer = .backPressure()
  ) -> Observable<String> {
    parsed(by: TextLineParser(encoding: encoding, maximumLength: maximumLength), buffer: buffer)
  }

  /// Returns the value of each line of the response (JSON lines, NDJSON) as it arrives.
  ///
  /// ```swift
  /// let readings = network.stream.get("readings.ndjson").jsonLines(of: Reading.self)
  /// ```
  ///
  /// Empty lines are skipped. The first line that cannot be decoded ends the stream with a `JSONLineError` as the
  /// underlying error. Without a decoder it is that of the request, or else that of the session.
  public func jsonLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil,
    maximumLength: Int = LineParser.defaultMaximumLength, buffer: StreamBuffer = .backPressure()
  ) -> Observable<Value> {
    parsed(by: JSONLineParser(of: type, decoder: decoder, maximumLength: maximumLength), buffer: buffer)
  }

  /// Returns the elements that a parser reads from the response as they arrive.
  ///
  /// ```swift
  /// let count = network.stream.get("measurements").parsed(by: LineParser()).reduce(0) { count, line in count + 1 }
  /// ```
  ///
  /// Each subscription starts with a copy of the parser as it is passed here. An error of the parser ends the stream
  /// with a `NetworkError` that contains it, and closes the connection.
  public func parsed<Parser: StreamParser>(
    by parser: Parser, buffer: StreamBuffer = .backPressure()
  ) -> Observable<Parser.Element> {
    Observable.create { observer in
      let request = makeRequest()
      request.stream(
        parsedBy: parser, buffer: buffer, delivery: .inline, call: "parsed",
        isWanted: { !observer.isDisposed }
      ) { event in
        switch event {
        case .head: break
        case .element(let element): observer.onNext(element)
        case .complete(let response): observer.end(response.result)
        }
      }
      return Disposables.create { request.cancel() }
    }
  }
}
