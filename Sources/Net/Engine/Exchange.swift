package import Foundation

/// The back half of a request: what happens between its start and its one end.
///
/// A session's exchange sends, retries and follows redirects; a mock's answers by itself. The front half,
/// ``ExchangeRequest``, is the same for both, so a mocked request seals, shares and ends as a real one does.
package protocol Exchange: AnyObject, Sendable {
  /// The request as it last went to the transport.
  var request: TransportRequest? { get }
  /// The head of the last response.
  var response: ResponseHead? { get }

  /// Starts the exchange; called at most once. The client is kept until `exchangeDidFinish`, which follows
  /// exactly once, possibly inside this call.
  ///
  /// - `accept`: the `Accept` header to send unless the request or its session has one.
  func start(_ description: RequestDescription, accept: String?, client: any ExchangeClient)

  /// Ends a started exchange with ``NetworkError/Reason/cancelled``; does nothing when it has ended.
  func cancel()

  /// Called when the request was configured after its start, with the name of the call.
  func configuredTooLate(_ call: String)

  /// Called when a serializer has turned the outcome into a value of this type, or failed.
  func didDecode(_ type: Any.Type, since start: Duration, error: NetworkError?)

  /// The session's monotonic time; nil when nobody asks how long decoding takes.
  var decodingClock: Duration? { get }

  /// The `curl` command for the request that was sent, or else for the description.
  func cURLDescription(of description: RequestDescription) -> String
}

/// The front half of a request, as its exchange sees it.
///
/// Called serially, outside all locks.
package protocol ExchangeClient: AnyObject, Sendable {
  /// The head of a response arrived: once, unless an attempt that had one is retried.
  func exchangeDidReceive(_ head: ResponseHead)
  /// So much of the request body has been sent.
  func exchangeDidSend(_ progress: TransferProgress)
  /// So much of the response body has arrived.
  func exchangeDidProgress(_ progress: TransferProgress)
  /// The exchange has ended: exactly once, and nothing after.
  func exchangeDidFinish(_ outcome: any ExchangeOutcome)
}

/// How an exchange ended, before it is serialized.
package protocol ExchangeOutcome: AnyObject, Sendable {
  /// The request as it last went to the transport.
  var request: TransportRequest? { get }
  /// The head of the last response.
  var response: ResponseHead? { get }
  /// What was received of the body.
  var data: Data? { get }
  /// When the steps happened.
  var timings: ResponseTimings { get }

  /// The value that the serializer makes of it, or the error.
  func result<Serializer: ResponseSerializer>(
    of serializer: Serializer
  ) -> Result<Serializer.Value, NetworkError>
}

/// An exchange that ended with an error.
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

/// An exchange that ended with a response that passed validation.
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
      return .success(try serializer.serialize(received.withFileContents))
    } catch let error as NetworkError {
      return .failure(error.completed(with: received, attempts: timings.attempts))
    } catch {
      let failure = NetworkError(
        .serialization("\(Serializer.self) could not read the body: \(shown(error))"), received: received,
        underlyingError: error)
      return .failure(failure.completed(with: received, attempts: timings.attempts))
    }
  }

  /// What a serializer says may quote the body.
  private func shown(_ error: any Error) -> String {
    received.request.redaction.redacted(text: "\(error)")
  }
}

extension ExchangeOutcome {
  /// Whether it ended because it was cancelled.
  var isCancelled: Bool { (self as? FailedOutcome)?.error.reason == .cancelled }
}

extension Exchange {
  package var decodingClock: Duration? { nil }

  package func didDecode(_ type: Any.Type, since start: Duration, error: NetworkError?) {}
}

extension ExchangeClient {
  package func exchangeDidSend(_ progress: TransferProgress) {}
}
