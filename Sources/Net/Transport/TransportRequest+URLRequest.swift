import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportRequest {
  /// Creates a request from Foundation's, with its body; nil without a URL.
  init?(_ request: URLRequest) {
    guard let url = request.url else { return nil }
    self.init(
      method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url,
      headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]),
      body: request.httpBody.map { .data($0) } ?? request.httpBodyStream.map(Self.body) ?? .none)
  }

  private static func body(_ stream: InputStream) -> RequestBody {
    let stream = SentStream(stream)
    return .stream(BodyStream(isRepeatable: false, inputStream: { stream.value }))
  }

  // The caller gave the stream away with the request, and the body is opened once, so one thread at a time uses it.
  private final class SentStream: @unchecked Sendable {
    let value: InputStream

    init(_ value: InputStream) { self.value = value }
  }
}
