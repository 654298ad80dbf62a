public import Net

extension StreamRequest {
  /// The body of the response piece by piece, to be iterated with `for try await`, the sender waiting for a slow loop.
  ///
  /// ```swift
  /// for try await piece in network.stream.get("film.mp4").pieces() { print(piece.count) }
  /// ```
  ///
  /// A stream cannot be told to wait, so the `values` of ``chunks(buffer:)`` keep all that a loop has not taken, in memory,
  /// or drop some as `values(buffering:)` says. Here each step asks for the next piece; what comes before it is asked for
  /// is kept, and the connection held up, as the buffer says. Each iteration sends a request of its own. Leaving the loop
  /// cancels that, and so does cancelling the task, which throws `CancellationError`; failures are a `NetworkError`.
  public func pieces(buffer: StreamBuffer = .backPressure()) -> RequestedPieces<ResponsePieces> {
    RequestedPieces { makeRequest().pieces(buffer: buffer) }
  }

  /// What a parser reads of the response, one by one, to be iterated with `for try await`, the sender waiting for a slow
  /// loop.
  ///
  /// ```swift
  /// for try await line in network.stream.get("log").pieces(parsedBy: TextLineParser()) { print(line) }
  /// ```
  ///
  /// It is to ``lines(encoding:maximumLength:buffer:)``, ``jsonLines(of:maximumLength:buffer:)`` and
  /// ``parsed(by:buffer:)`` what ``pieces(buffer:)`` is to ``chunks(buffer:)``.
  public func pieces<Parser: StreamParser>(
    parsedBy parser: Parser, buffer: StreamBuffer = .backPressure()
  ) -> RequestedPieces<ParsedPieces<Parser>> {
    RequestedPieces { makeRequest().parsed(by: parser, buffer: buffer) }
  }
}

/// What comes of a request that is sent for each iteration, as an asynchronous sequence.
public struct RequestedPieces<Base: AsyncSequence>: AsyncSequence, Sendable {
  /// What the sequence gives.
  public typealias Element = Base.Element

  private let request: @Sendable () -> Base

  init(_ request: @escaping @Sendable () -> Base) { self.request = request }

  /// Begins an iteration; its request is sent with the first step.
  public func makeAsyncIterator() -> Base.AsyncIterator { request().makeAsyncIterator() }
}
