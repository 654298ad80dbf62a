package import Foundation

/// The outcome of an exchange before serialization.
///
/// An object, because it is passed on often.
package final class ExchangeOutcome: Sendable {
  /// The valid response, or the error.
  package let result: Result<ReceivedResponse, NetworkError>
  /// The times of the steps.
  package let timings: ResponseTimings

  package init(_ result: Result<ReceivedResponse, NetworkError>, timings: ResponseTimings = ResponseTimings())
  {
    self.result = result
    self.timings = timings
  }

  /// The request as it was last passed to the transport.
  package var request: TransportRequest? {
    switch result {
    case .success(let received): received.request
    case .failure(let error): error.request
    }
  }

  /// The head of the last response.
  package var response: ResponseHead? {
    switch result {
    case .success(let received): received.head
    case .failure(let error): error.response
    }
  }

  /// The received bytes of the body.
  package var data: Data? {
    switch result {
    case .success(let received): received.data
    case .failure(let error): error.data
    }
  }

  /// The error, if the exchange failed.
  var error: NetworkError? { if case .failure(let error) = result { error } else { nil } }

  /// Returns the serializer's value.
  package func value<Serializer: ResponseSerializer>(
    by serializer: Serializer
  ) throws(NetworkError) -> Serializer.Value {
    let received = try result.get()
    do {
      // Most bodies are in memory, and looking for a conformance takes longer.
      let isElsewhere = received.isStreamed || received.fileURL != nil
      guard isElsewhere, !(serializer is any BodilessSerializer) else {
        return try serializer.serialize(received)
      }
      guard !received.isStreamed else { throw NetworkError(.transfer(.alreadyStarted)) }
      return try serializer.serialize(try received.withFileContents())
    } catch let error as NetworkError {
      throw error.completed(with: received, attempts: timings.attempts)
    } catch {
      // Redacted, because a serializer may quote the body.
      let words = received.request.redaction.words(for: error)
      let failure = NetworkError(
        .serialization("\(Serializer.self) could not read the body: \(words)"), received: received,
        underlyingError: error)
      throw failure.completed(with: received, attempts: timings.attempts)
    }
  }

  /// The outcome without the closure of a request body that is a stream.
  var withoutCode: ExchangeOutcome {
    guard let request, request.hasBody, request.body.isStream else { return self }
    switch result {
    case .success(var received):
      received.request = request.withoutCode
      return ExchangeOutcome(.success(received), timings: timings)
    case .failure(var error):
      error.request = request.withoutCode
      return ExchangeOutcome(.failure(error), timings: timings)
    }
  }
}
