public import Net

extension StreamRequest {
  /// The chunks of the response body as an asynchronous sequence with back-pressure.
  ///
  /// ```swift
  /// for try await chunk in network.stream.get("film.mp4").chunks() { print(chunk.count) }
  /// ```
  ///
  /// Use it when a loop may be slower than the network. A stream cannot make its source wait: in a loop over the
  /// `values` of the `Observable` of the same name, chunks that the loop has not taken yet stay in memory, or are
  /// dropped as `values(buffering:)` says. Here each step of the loop requests the next chunk. Chunks that arrive
  /// earlier are buffered, and at the limit of the buffer the connection is paused.
  ///
  /// Each iteration sends its own request. Leaving the loop cancels the request. Cancelling the task cancels it too,
  /// and throws `CancellationError`. All other failures are thrown as `NetworkError`.
  @_disfavoredOverload
  public func chunks(buffer: StreamBuffer = .backPressure()) -> RequestedSequence<ResponseChunks> {
    RequestedSequence { makeRequest().chunks(buffer: buffer) }
  }

  /// The elements that a parser reads from the response as an asynchronous sequence with back-pressure.
  ///
  /// ```swift
  /// for try await line in network.stream.get("log").parsed(by: TextLineParser()) { print(line) }
  /// ```
  ///
  /// Use it instead of the `Observable` of the same name, of ``lines(encoding:maximumLength:buffer:)`` or of
  /// ``jsonLines(of:decoder:maximumLength:buffer:)`` when a loop may be slower than the network. Requests,
  /// cancellation, errors and buffering are those of the asynchronous form of `chunks(buffer:)`.
  @_disfavoredOverload
  public func parsed<Parser: StreamParser>(
    by parser: Parser, buffer: StreamBuffer = .backPressure()
  ) -> RequestedSequence<ParsedElements<Parser>> {
    RequestedSequence { makeRequest().parsed(by: parser, buffer: buffer) }
  }
}

/// An asynchronous sequence that sends a new request for each iteration.
public struct RequestedSequence<Base: AsyncSequence>: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = Base.Element

  private let request: @Sendable () -> Base

  init(_ request: @escaping @Sendable () -> Base) { self.request = request }

  /// Creates an iterator.
  ///
  /// Its first step sends the request.
  public func makeAsyncIterator() -> Base.AsyncIterator { request().makeAsyncIterator() }
}
