#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension RequestDescription {
  /// Creates the description of Foundation's request: its method, URL, header fields, body and timeout.
  ///
  /// ```swift
  /// var urlRequest = URLRequest(url: file)
  /// urlRequest.httpMethod = "DELETE"
  /// let request = network.request(RequestDescription(urlRequest))
  /// ```
  ///
  /// Use it for code that already makes such requests, such as a router or a signer. The session completes the request
  /// like any other. A `timeoutInterval` other than 60 s, Foundation's default, is the idle timeout. An `httpBodyStream`
  /// can be read once, so the request is not retried, and a redirect that keeps the body fails. Everything else, such
  /// as the cache policy, is not used. A request without a URL fails with ``InvalidRequest/url(_:)``.
  public init(_ urlRequest: URLRequest, fileID: StaticString = #fileID, line: UInt = #line) {
    let request = TransportRequest(urlRequest)
    let url: any URLConvertible = if let request { request.url.absoluteURL } else { MissingURL() }
    self.init(
      url, method: request?.method ?? .get,
      headers: request?.headers ?? [:], content: request.flatMap { RequestContent($0.body) }, fileID: fileID,
      line: line)
    let seconds = urlRequest.timeoutInterval
    // A duration cannot be infinite.
    if seconds != 60, seconds > 0, seconds < 1e9 { timeouts.idle = .seconds(seconds) }
  }

  private struct MissingURL: URLConvertible {
    func asURL() throws -> URL { throw InvalidRequest.url("a URLRequest without a URL") }
  }
}

extension RequestContent {
  /// The content that is sent as this body, whose type is in the header.
  fileprivate init?(_ body: RequestBody) {
    switch body {
    case .none: return nil
    case .data(let data): self = .data(data, contentType: nil)
    case .file(let file): self = .file(file)
    case .stream(let stream): self = .stream(stream)
    }
  }
}

extension RequestMaking {
  /// Creates a request from Foundation's, see ``RequestDescription/init(_:fileID:line:)``.
  ///
  /// Nothing is sent yet.
  ///
  /// ```swift
  /// let users = try await network.request(URLRequest(url: file)).data()
  /// ```
  public func request(
    _ urlRequest: URLRequest, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(RequestDescription(urlRequest, fileID: fileID, line: line))
  }
}
