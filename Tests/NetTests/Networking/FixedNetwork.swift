import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport

/// A session whose transport responds at once with a fixed response.
struct FixedNetwork {
  private let session: NetworkSession

  init(
    _ status: Int = 200, _ body: String = "", headers: HTTPHeaders = [:],
    session rules: ValidationRules = .standard
  ) {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://example.com")
    configuration.validation = rules
    configuration.callbackQueue = DispatchQueue(label: "callbacks")
    session = NetworkSession(
      configuration: configuration,
      transport: ScriptedTransport { $0.respond(status, headers: headers, body: body) },
      timer: TestScheduler())
  }

  /// Creates a request to which the network responds.
  func get(_ description: RequestDescription = RequestDescription("/")) -> any NetworkRequesting {
    session.request(description)
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
