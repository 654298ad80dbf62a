import Foundation

/// Parses a body and calls a handler with the elements.
final class ParsedBody<Parser: StreamParser>: DecodingConsumer {
  typealias Handler = @Sendable (ParsedStreamEvent<Parser.Element>) -> Void

  private struct State {
    var parser: Parser
    var failure: (any Error)?
  }

  private let state: Lock<State>
  // Weak, because the request references its consumer.
  private weak let request: (any NetworkRequesting)?
  private let isWanted: @Sendable () -> Bool
  private let handler: Handler

  init(
    _ parser: Parser, of request: any NetworkRequesting, isWanted: @escaping @Sendable () -> Bool,
    handler: @escaping Handler
  ) {
    state = Lock(State(parser: parser))
    self.request = request
    self.isWanted = isWanted
    self.handler = handler
  }

  func prepare(for response: ReceivedResponse) { state.withLock { $0.parser.prepare(for: response) } }

  var failure: NetworkError? {
    let error = state.withLock { $0.failure }
    return error.map { NetworkError(reading: $0, request: request?.request, response: request?.response) }
  }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    handler(.head(head))
    next()
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    state.withLock { $0.parser.append(chunk) }
    if handOver() { next() }
  }

  /// Called when the request has ended.
  func complete(_ response: DataResponse<Void>) {
    var response = response
    if case .success = response.result {
      state.withLock { $0.parser.finish() }
      _ = handOver()
    }
    // The end of the body may be invalid, after the exchange has succeeded.
    if case .success = response.result, let error = state.withLock({ $0.failure }) {
      response.result = .failure(
        NetworkError(
          reading: error, request: response.request, response: response.response,
          attempts: response.timings.attempts))
    }
    handler(.complete(response))
  }

  /// Delivers the available elements.
  ///
  /// Returns false if no more are wanted, and true after a failure, which then ends the exchange.
  private func handOver() -> Bool {
    // A handler may cancel the request between two elements of a chunk.
    while isWanted(), request?.state != .cancelled {
      switch next() {
      case .success(let element?): handler(.element(element))
      case .success(nil): return true
      case .failure: return true
      }
    }
    return false
  }

  private func next() -> Result<Parser.Element?, any Error> {
    state.withLock { state in
      if let failure = state.failure { return .failure(failure) }
      let result = Result { try state.parser.next() }
      if case .failure(let error) = result { state.failure = error }
      return result
    }
  }
}

extension NetworkError {
  /// Creates the error for a body that could not be parsed.
  init(
    reading error: any Error, request: TransportRequest?, response: ResponseHead?, attempts: Int = 0
  ) {
    if let error = error as? NetworkError {
      self = error
    } else {
      self.init(
        .serialization(
          "the body could not be read: \((request?.redaction ?? .standard).words(for: error))"),
        request: request, response: response,
        data: (error as? any UnreadablePart)?.received, underlyingError: error, attempts: attempts)
    }
  }
}

/// An error of a parser that contains the received part of the invalid element.
protocol UnreadablePart: Error {
  /// The received bytes of the invalid element.
  var received: Data { get }
}

extension LineTooLong: UnreadablePart { var received: Data { beginning } }
extension JSONLineError: UnreadablePart { var received: Data { line } }
extension TextDecodingError: UnreadablePart { var received: Data { bytes } }
extension EventTooLong: UnreadablePart { var received: Data { beginning } }
