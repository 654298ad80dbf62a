package import Foundation

/// The back half of a request, from its start to its outcome.
///
/// The exchange of a session sends, retries and follows redirects. That of a mock produces a response itself. Both
/// share the front half, ``ExchangeRequest``, so a mocked request is configured, delivered and completed like a real
/// one.
package protocol Exchange: AnyObject, Sendable {
  /// The request as it was last passed to the transport.
  var request: TransportRequest? { get }
  /// The head of the last response.
  var response: ResponseHead? { get }

  /// Starts the exchange. Called at most once.
  ///
  /// The client is retained until `exchangeDidFinish`, which is called exactly once, possibly during this call.
  ///
  /// - Parameters:
  ///   - description: The request.
  ///   - accept: The `Accept` header to send unless the request or its session has one.
  ///   - client: The front half of the request.
  func start(_ description: RequestDescription, accept: String?, client: any ExchangeClient)

  /// Cancels a started exchange, which fails with ``NetworkError/Reason/cancelled``. Does nothing if it has ended.
  func cancel()

  /// Whether it was ended at once, by a cancellation or the total timeout.
  ///
  /// Then only the outcome is delivered, and nothing that waits for its queue or its turn.
  var hasEndedAtOnce: Bool { get }

  /// Called if the request is configured after its start, with the name of the method.
  func configuredTooLate(_ call: String)

  /// Called after a serializer has decoded the outcome to a value of this type, or failed.
  func didDecode(_ type: Any.Type, since start: Duration, error: NetworkError?)

  /// The session's monotonic time, or nil if decoding is not measured.
  var decodingClock: Duration? { get }

  /// Registers a wait for another exchange after this one, which is cancelled with all exchanges of the session.
  ///
  /// If they were cancelled since this one started, it is cancelled at once, during this call.
  ///
  /// - Parameter cancel: Called at most once. It calls no client; what it returns does.
  /// - Returns: Ends the registration; nil if it was cancelled, and without a session.
  func registerWait(_ cancel: @escaping @Sendable () -> @Sendable () -> Void) -> (any Cancellation)?

  /// Returns the `curl` command for the request that was sent, or otherwise for the description.
  func cURLDescription(of description: RequestDescription) -> String
}

/// The front half of a request, as its exchange sees it.
///
/// Called serially, without locks held.
package protocol ExchangeClient: AnyObject, Sendable {
  /// The news that the client receives. It does not change after the start.
  var news: ExchangeNews { get }
  /// The head of a response has arrived. Called once, unless an attempt with a head is retried.
  func exchangeDidReceive(_ head: ResponseHead)
  /// This many bytes of the request body have been sent.
  func exchangeDidSend(_ progress: TransferProgress)
  /// This many bytes of the response body have arrived.
  func exchangeDidProgress(_ progress: TransferProgress)
  /// The session is about to cancel the running exchange.
  func exchangeWillCancel()
  /// The exchange has ended. Called exactly once, and last.
  func exchangeDidFinish(_ outcome: any ExchangeOutcome)
}

/// What a client can receive before the outcome.
package struct ExchangeNews: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  static let head = ExchangeNews(rawValue: 1)
  static let progress = ExchangeNews(rawValue: 2)
  static let uploadProgress = ExchangeNews(rawValue: 4)
  static let all: ExchangeNews = [.head, .progress, .uploadProgress]
}

/// The outcome of an exchange before serialization.
package protocol ExchangeOutcome: AnyObject, Sendable {
  /// The request as it was last passed to the transport.
  var request: TransportRequest? { get }
  /// The head of the last response.
  var response: ResponseHead? { get }
  /// The received bytes of the body.
  var data: Data? { get }
  /// The times of the steps.
  var timings: ResponseTimings { get }

  /// Returns the serializer's value, or the error.
  func result<Serializer: ResponseSerializer>(
    of serializer: Serializer
  ) -> Result<Serializer.Value, NetworkError>
}

/// The outcome of an exchange that failed.
package final class FailedOutcome: ExchangeOutcome {
  package let error: NetworkError
  package let timings: ResponseTimings

  package init(_ error: NetworkError, timings: ResponseTimings = ResponseTimings()) {
    self.error = error
    self.timings = timings
  }

  package var request: TransportRequest? { error.request }
  package var response: ResponseHead? { error.response }
  package var data: Data? { error.data }

  package func result<Serializer: ResponseSerializer>(
    of serializer: Serializer
  ) -> Result<Serializer.Value, NetworkError> {
    .failure(error)
  }
}

/// The outcome of an exchange with a valid response.
package final class ReceivedOutcome: ExchangeOutcome {
  package let received: ReceivedResponse
  package let timings: ResponseTimings

  package init(_ received: ReceivedResponse, timings: ResponseTimings = ResponseTimings()) {
    self.received = received
    self.timings = timings
  }

  package var request: TransportRequest? { received.request }
  package var response: ResponseHead? { received.head }
  package var data: Data? { received.data }

  package func result<Serializer: ResponseSerializer>(
    of serializer: Serializer
  ) -> Result<Serializer.Value, NetworkError> {
    do {
      let whole = serializer is any BodilessSerializer ? received : try received.withFileContents()
      return .success(try serializer.serialize(whole))
    } catch let error as NetworkError {
      return .failure(error.completed(with: received, attempts: timings.attempts))
    } catch {
      let failure = NetworkError(
        .serialization("\(Serializer.self) could not read the body: \(shown(error))"), received: received,
        underlyingError: error)
      return .failure(failure.completed(with: received, attempts: timings.attempts))
    }
  }

  /// Returns the redacted description of an error, because a serializer may quote the body in it.
  private func shown(_ error: any Error) -> String {
    received.request.redaction.words(for: error)
  }
}

extension ExchangeOutcome {
  /// The outcome without the closure of a request body that is a stream.
  var withoutCode: any ExchangeOutcome {
    guard let request, request.body.isStream else { return self }
    switch self {
    case let failed as FailedOutcome:
      var error = failed.error
      error.request = request.withoutCode
      return FailedOutcome(error, timings: failed.timings)
    case let received as ReceivedOutcome:
      var response = received.received
      response.request = request.withoutCode
      return ReceivedOutcome(response, timings: received.timings)
    default: return self
    }
  }

  /// Whether the exchange was cancelled.
  var isCancelled: Bool { (self as? FailedOutcome)?.error.reason == .cancelled }
}

extension ValidationRules {
  /// Returns the rules.
  ///
  /// The custom ones fail if the exchange has been ended at once in the meantime.
  ///
  /// So nothing follows a rule that cancels its request: no other rule, and no head.
  func until(_ exchange: any Exchange) -> ValidationRules {
    guard !custom.isEmpty else { return self }
    var rules = self
    rules.custom = custom.map { rule in
      { [weak exchange] received in
        try rule(received)
        if exchange?.hasEndedAtOnce == true { throw NetworkError(.cancelled) }
      }
    }
    return rules
  }
}

extension Exchange {
  package var hasEndedAtOnce: Bool { false }

  package var decodingClock: Duration? { nil }

  package func didDecode(_ type: Any.Type, since start: Duration, error: NetworkError?) {}

  package func registerWait(_ cancel: @escaping @Sendable () -> @Sendable () -> Void) -> (any Cancellation)? {
    nil
  }
}

extension ExchangeClient {
  package func exchangeDidSend(_ progress: TransferProgress) {}
}
