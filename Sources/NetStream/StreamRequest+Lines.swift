public import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// The lines of the response, one by one as they arrive.
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
  /// Lines end with LF or CRLF; what stands behind the last end is a line, too, once the response is complete. A line
  /// that is too long ends the stream with `LineTooLong` as the underlying error. Each subscription sends a request of its
  /// own, and disposing of it closes the connection. The rest is as with ``chunks(buffer:)``, and a loop that the sender is to
  /// wait for goes over ``pieces(parsedBy:buffer:)``.
  ///
  /// - Parameters:
  ///   - encoding: How the text is encoded; nil is as the response says, and UTF-8 where it names no charset that is
  ///     known. See `TextLineParser`.
  ///   - maximumLength: How many bytes a line may have.
  ///   - buffer: What becomes of what comes faster than it is taken.
  public func lines(
    encoding: String.Encoding? = nil, maximumLength: Int = LineParser.defaultMaximumLength,
    buffer: StreamBuffer = .backPressure()
  ) -> Observable<String> {
    parsed(by: TextLineParser(encoding: encoding, maximumLength: maximumLength), buffer: buffer)
  }

  /// The values of the lines of the response (JSON lines, NDJSON), one by one as they arrive.
  ///
  /// ```swift
  /// let readings = network.stream.get("readings.ndjson").jsonLines(of: Reading.self)
  /// ```
  ///
  /// Empty lines are passed over. The first line that is no such value ends the stream with a `JSONLineError` as the
  /// underlying error. Values are decoded by the decoder of the request, or else of the session.
  public func jsonLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, maximumLength: Int = LineParser.defaultMaximumLength,
    buffer: StreamBuffer = .backPressure()
  ) -> Observable<Value> {
    parsed(by: JSONLineParser(of: type, maximumLength: maximumLength), buffer: buffer)
  }

  /// What a parser reads of the response, one by one as it arrives.
  ///
  /// ```swift
  /// let count = network.stream.get("measurements").parsed(by: LineParser()).reduce(0) { count, line in count + 1 }
  /// ```
  ///
  /// Each subscription begins with the parser as it is given here. What it throws ends the stream, with a `NetworkError`
  /// around it, and closes the connection.
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
        case .complete(let response):
          switch response.result {
          case .success: observer.onCompleted()
          case .failure(let error): observer.onError(error)
          }
        }
      }
      return Disposables.create { request.cancel() }
    }
  }
}
