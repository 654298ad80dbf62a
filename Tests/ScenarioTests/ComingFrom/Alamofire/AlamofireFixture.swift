import Foundation
import NetStream
import NetTesting

struct AlamofireUser: Codable, Equatable, Sendable {
  var name: String
}

/// An interceptor of an app.
struct AlamofireSigner: RequestInterceptor {
  func adapt(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    var request = request
    request.headers.update(name: "X-Signature", value: "1")
    completion(.success(request))
  }
}

/// A monitor of an app, which counts events.
final class AlamofireCounter: EventMonitor {
  let names = Captured<String>()

  func request(_ id: RequestID, did event: RequestEvent) {
    switch event {
    // Row: NetworkActivityPlugin
    case .started: names.set("started")
    case .finished: names.set("finished")
    case .failed: names.set("failed")
    case .willRetry: names.set("retry")
    // Row: onURLRequestCreation, onURLSessionTaskCreation, request.tasks, performedRequests
    case .sent(let request, _): names.set("sent \(request.method)")
    default: break
    }
  }
}
