package import Foundation

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
      // Most bodies are in memory, and looking for a conformance takes longer.
      let isElsewhere = received.isStreamed || received.fileURL != nil
      guard isElsewhere, !(serializer is any BodilessSerializer) else {
        return .success(try serializer.serialize(received))
      }
      guard !received.isStreamed else { throw NetworkError(.transfer(.alreadyStarted)) }
      return .success(try serializer.serialize(try received.withFileContents()))
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
