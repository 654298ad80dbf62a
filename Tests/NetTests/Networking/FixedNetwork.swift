import Dispatch
import Foundation
import Net

/// An exchange that responds at once with a fixed response, validated and serialized like in a session.
final class FixedExchange: Exchange {
  private let head: ResponseHead
  private let data: Data
  private let session: ValidationRules
  private let sent = Lock<(request: TransportRequest?, accept: String?)>((nil, nil))

  init(
    _ status: Int = 200, _ body: String = "", headers: HTTPHeaders = [:], session: ValidationRules = .standard
  ) {
    head = ResponseHead(status: status, headers: headers)
    data = Data(body.utf8)
    self.session = session
  }

  var request: TransportRequest? { sent.withLock { $0.request } }
  var response: ResponseHead? { head }
  var accept: String? { sent.withLock { $0.accept } }

  func start(_ description: RequestDescription, accept: String?, client: any ExchangeClient) {
    do throws(NetworkError) {
      let request = try description.transportRequest(
        baseURL: URL(string: "https://example.com"), headers: SessionHeaders([:]), accept: accept,
        encoder: JSONEncoder())
      sent.withLock { $0 = (request, accept) }
      let received = ReceivedResponse(request: request, head: head, data: data)
      try description.validation.merged(over: session).validate(received)
      client.exchangeDidFinish(ReceivedOutcome(received, timings: ResponseTimings(attempts: 1)))
    } catch {
      client.exchangeDidFinish(FailedOutcome(error))
    }
  }

  var hasEndedAtOnce: Bool { false }
  var decodingClock: Duration? { nil }

  func cancel() {}
  func didDecode(_ type: Any.Type, since start: Duration, error: NetworkError?) {}
  func registerWait(_ cancel: @escaping @Sendable () -> @Sendable () -> Void) -> (any Cancellation)? { nil }
  func configuredTooLate(_ call: String) {}
  func cURLDescription(of description: RequestDescription) -> String { "" }

  /// Creates a request to which the exchange responds.
  func get(_ description: RequestDescription = RequestDescription("/")) -> any NetworkRequesting {
    ExchangeRequest(description, exchange: self, callbackQueue: DispatchQueue(label: "callbacks"))
  }
}

extension NetworkRequesting {
  /// The response, delivered inline.
  func inlineResponse<Serializer: ResponseSerializer>(
    _ serializer: Serializer
  ) -> DataResponse<Serializer.Value>? {
    let received = Lock<DataResponse<Serializer.Value>?>(nil)
    response(delivery: .inline, responseSerializer: serializer) { response in
      received.withLock { $0 = response }
    }
    return received.withLock { $0 }
  }
}
