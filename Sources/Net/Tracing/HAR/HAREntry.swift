package import Foundation

/// An entry of a HAR file: a request and its outcome.
package struct HAREntry: Sendable {
  /// A request.
  package struct RequestPart: Sendable {
    package var method: String
    /// The URL as text, without its fragment.
    package var url: String
    package var headers: HTTPHeaders
    package var query: [URLQueryItem]
    /// The body, or the part of it that was recorded.
    package var body = Data()
    /// The number of bytes of the body; nil if it is unknown.
    package var bodySize: Int64?

    package init(method: String, url: String, headers: HTTPHeaders, query: [URLQueryItem]) {
      self.method = method
      self.url = String(url.prefix { $0 != "#" })
      self.headers = headers
      self.query = query
    }
  }

  /// A response.
  package struct ResponsePart: Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var httpVersion: String?
    package var body = Data()
    /// The number of bytes of the body with all content codings decoded.
    package var size: Int64
    /// The reason why the body is missing; nil if it is not.
    package var missingBody: String?
    /// Whether it is a stored response, so that no byte was received.
    package var isStored = false
    /// Whether the body is not the one that was received, such as a redacted one.
    package var isChanged = false

    package init(status: Int, headers: HTTPHeaders, httpVersion: String?, size: Int64) {
      self.status = status
      self.headers = headers
      self.httpVersion = httpVersion
      self.size = size
    }
  }

  /// Why there is no complete response.
  package struct Failure: Sendable {
    package var text: String
    package var phase: String?
    package var domain: String?
    package var code: Int?
    /// What a cassette needs to recreate the error.
    package var details: JSONValue?

    package init(
      text: String, phase: String? = nil, domain: String? = nil, code: Int? = nil, details: JSONValue? = nil
    ) {
      self.text = text
      self.phase = phase
      self.domain = domain
      self.code = code
      self.details = details
    }
  }

  /// The durations of the steps; nil if unknown, which is written as -1, or as 0 where HAR has no such value.
  package struct Timings: Sendable {
    package var blocked: Duration?
    package var nameLookup: Duration?
    /// Opening the connection, including TLS.
    package var connect: Duration?
    package var secureConnection: Duration?
    package var send: Duration?
    package var wait: Duration?
    package var receive: Duration?

    package init() {}

    /// Returns the duration, or the nearest one that a file can contain.
    static func limited(_ duration: Duration) -> Duration {
      min(max(duration, .zero), .seconds(1_000_000_000))
    }
  }

  package var startedAt: Date
  package var request: RequestPart
  package var response: ResponsePart?
  package var failure: Failure?
  package var timings: Timings
  /// The address of the server, and the name of the connection.
  package var server: (address: String, connection: String)?
  /// What was sent and received over the WebSocket that the request opened; nil for other requests.
  package var messages: [HARMessage]?
  /// A remark for readers.
  package var comment: String?

  package init(
    startedAt: Date, request: RequestPart, response: ResponsePart?, failure: Failure?, timings: Timings
  ) {
    self.startedAt = startedAt
    self.request = request
    self.response = response
    self.failure = failure
    self.timings = timings
  }
}
