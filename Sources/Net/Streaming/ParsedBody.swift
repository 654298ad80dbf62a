import Foundation

/// Parses a body and calls a handler with the elements.
final class ParsedBody<Parser: StreamParser>: DecodingConsumer {
  typealias Handler = @Sendable (ParsedStreamEvent<Parser.Element>) -> Void

  private struct State {
    /// Nil while it is called, which happens without the lock held: it may call the request, or block.
    var parser: Parser?
    var failure: (any Error)?
    /// Returns whether the request was ended at once.
    var endedAtOnce: @Sendable () -> Bool
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
    state = Lock(State(parser: parser, endedAtOnce: request.dropsTheRest()))
    self.request = request
    self.isWanted = isWanted
    self.handler = handler
  }

  func start(unless endedAtOnce: @escaping @Sendable () -> Bool, waits registration: () -> WaitRegistration) {
    let drops = request?.dropsTheRest(endedAtOnce) ?? endedAtOnce
    state.withLock { $0.endedAtOnce = drops }
  }

  func prepare(for response: ReceivedResponse) { useParser { parser, _ in parser.prepare(for: response) } }

  var failure: NetworkError? {
    let error = state.withLock { $0.failure }
    return error.map { NetworkError(reading: $0, request: request?.request, response: request?.response) }
  }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    handler(.head(head))
    next()
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    let isWanted = useParser { parser, endedAtOnce in
      parser.append(chunk)
      return handOver(&parser, unless: endedAtOnce)
    }
    if isWanted ?? true { next() }
  }

  func finish(next: @escaping @Sendable () -> Void) {
    useParser { parser, endedAtOnce in
      parser.finish()
      _ = handOver(&parser, unless: endedAtOnce)
    }
    next()
  }

  /// Called when the request has ended.
  func complete(_ response: DataResponse<Void>) { handler(.complete(response)) }

  /// Calls the parser, unless it has failed.
  @discardableResult
  private func useParser<Result>(_ body: (inout Parser, _ endedAtOnce: () -> Bool) -> Result) -> Result? {
    let (taken, endedAtOnce) = state.withLock { ($0.failure == nil ? $0.parser.take() : nil, $0.endedAtOnce) }
    guard var parser = taken else { return nil }
    defer { state.withLock { $0.parser = parser } }
    return body(&parser, endedAtOnce)
  }

  /// Delivers the available elements.
  ///
  /// Returns false if no more are needed, and true after a failure, which then ends the exchange.
  private func handOver(_ parser: inout Parser, unless endedAtOnce: () -> Bool) -> Bool {
    do {
      // The parser or a handler may cancel the request between two elements of a chunk, and its total timeout may pass.
      while isWanted(), !endedAtOnce() {
        guard let element = try parser.next() else { return true }
        guard !endedAtOnce() else { break }
        handler(.element(element))
      }
    } catch {
      state.withLock { $0.failure = error }
      return true
    }
    return false
  }
}

extension NetworkError {
  /// Creates the error for a body that could not be parsed.
  init(reading error: any Error, request: TransportRequest?, response: ResponseHead?) {
    if let error = error as? NetworkError, request.map(error.belongs) ?? true {
      self = error
    } else {
      self.init(
        .serialization(
          "the body could not be read: \((request?.redaction ?? .standard).words(for: error))"),
        request: request, response: response,
        data: (error as? any UnreadablePart)?.received, underlyingError: error)
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
