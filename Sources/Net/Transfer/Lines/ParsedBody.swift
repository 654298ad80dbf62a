import Foundation

/// Hands what a parser reads of a body to a handler.
final class ParsedBody<Parser: StreamParser>: DecodingConsumer {
  typealias Handler = @Sendable (ParsedStreamEvent<Parser.Element>) -> Void

  private struct State {
    var parser: Parser
    var failure: (any Error)?
  }

  private let state: Lock<State>
  // The request holds its consumer.
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

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    handler(.head(head))
    next()
  }

  func take(_ piece: Data, next: @escaping @Sendable () -> Void) {
    state.withLock { $0.parser.append(piece) }
    if handOver() { next() }
  }

  /// The request has ended.
  func complete(_ response: DataResponse<Void>) {
    var response = response
    if case .success = response.result {
      state.withLock { $0.parser.finish() }
      _ = handOver()
    }
    if let error = state.withLock({ $0.failure }) {
      response.result = .failure(
        NetworkError(
          reading: error, request: response.request, response: response.response,
          attempts: response.timings.attempts))
    }
    handler(.complete(response))
  }

  /// Hands over what can be read; false when no more is wanted.
  private func handOver() -> Bool {
    while isWanted() {
      switch next() {
      case .success(let element?): handler(.element(element))
      case .success(nil): return true
      case .failure:
        request?.cancel()
        return false
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
  /// The body could not be read, for this reason.
  init(
    reading error: any Error, request: TransportRequest?, response: ResponseHead?, attempts: Int
  ) {
    if let error = error as? NetworkError {
      self = error
    } else {
      self.init(
        .serialization("the body could not be read: \(error)"), request: request, response: response,
        data: (error as? any UnreadablePart)?.received, underlyingError: error, attempts: attempts)
    }
  }
}

/// An error of a parser that keeps what had been received of the part that it is about.
protocol UnreadablePart: Error {
  /// What had been received.
  var received: Data { get }
}

extension LineTooLong: UnreadablePart { var received: Data { beginning } }
extension JSONLineError: UnreadablePart { var received: Data { line } }
extension EventTooLong: UnreadablePart { var received: Data { beginning } }

/// A consumer that reads a body as its request and its head say.
protocol DecodingConsumer: BodyConsumer {
  /// Says what response it is, the body left out. Called before the body begins.
  func prepare(for response: ReceivedResponse)
}

extension StreamParser {
  /// Lets a parser that decodes do it as the response says, unless it was told otherwise.
  mutating func prepare(for response: ReceivedResponse) {
    guard var parser = self as? any DecodingParser else { return }
    parser.inherit(from: response)
    if let parser = parser as? Self { self = parser }
  }
}

/// A parser that decodes.
protocol DecodingParser: StreamParser {
  /// Takes decoder or charset, unless it has one of its own.
  mutating func inherit(from response: ReceivedResponse)
}
