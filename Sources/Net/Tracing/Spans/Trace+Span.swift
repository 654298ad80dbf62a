import Foundation

extension Trace {
  /// An exchange with a server as tracing libraries describe it: a span whose attributes have the names of
  /// OpenTelemetry's semantic conventions for HTTP clients.
  ///
  /// ```swift
  /// for span in recorder.trace.spans where span.error != nil {
  ///   print(span.name, span.attributes["url.full"] ?? "", span.error ?? "")
  /// }
  /// ```
  ///
  /// Each attempt and each redirect is a separate span, as the conventions want it. It is redacted like the
  /// trace. The conventions are at <https://opentelemetry.io/docs/specs/semconv/http/http-spans/>.
  public struct Span: Sendable, Hashable {
    /// The value of an attribute.
    public enum Attribute: Sendable, Hashable, CustomStringConvertible {
      /// A text.
      case string(String)
      /// A whole number.
      case integer(Int64)

      /// The value as text.
      public var description: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        }
      }
    }

    /// The method, which is the name that the conventions want.
    public var name: String
    /// The trace, the span and its flags as the service received them; nil if no valid `traceparent` was sent.
    ///
    /// A ``TraceContextInterceptor`` sends it.
    public var context: TraceContext?
    /// The identifier of the span that caused it; nil if it is unknown.
    public var parentSpanID: String?
    /// The start in nanoseconds since 1970.
    public var start: Int64
    /// The end in nanoseconds since 1970; nil while it is running.
    public var end: Int64?
    /// The attributes by the names of the conventions, such as `http.request.method` and `http.response.status_code`.
    public var attributes: [String: Attribute]
    /// Why it failed; nil if it did not.
    ///
    /// The status of a span with an error is "error", and of any other "unset".
    public var error: String?
  }

  /// The exchanges as spans, in the order of the requests.
  public var spans: [Span] {
    let epoch = start.sinceEpoch
    return requests.flatMap { request in
      request.attempts.enumerated().map { Span($1, resends: $0, epoch: epoch) }
    }
  }
}

extension Trace.Span {
  /// Creates the span of an exchange, whose times are relative to `epoch`, itself relative to 1970.
  ///
  /// - `resends`: The number of exchanges of the same request before this one, for any reason.
  init(_ attempt: Trace.Attempt, resends: Int, epoch: Duration) {
    let request = attempt.request
    name = request.method
    context = request.header("traceparent").flatMap {
      TraceContext(traceparent: $0, tracestate: request.header("tracestate"))
    }
    parentSpanID = attempt.parentSpanID
    start = epoch.addingSaturated(attempt.start).clampedNanoseconds
    end = attempt.end.map { epoch.addingSaturated(max($0, attempt.start)).clampedNanoseconds }
    error = attempt.error
    attributes = ["http.request.method": .string(request.method), "url.full": .string(request.url)]
    if let url = URL(string: request.url), let host = url.host(percentEncoded: true) {
      attributes["server.address"] = .string(host)
      attributes["server.port"] = .integer(Int64(url.port ?? (url.scheme?.lowercased() == "http" ? 80 : 443)))
    }
    if resends > 0 { attributes["http.request.resend_count"] = .integer(Int64(resends)) }
    if let response = attempt.response {
      attributes["http.response.status_code"] = .integer(Int64(response.status))
      // The conventions want `1.1`, not `HTTP/1.1`.
      let version = response.httpVersion?.split(separator: "/").last.map(String.init)
      attributes["network.protocol.version"] = version.map { .string($0) }
    }
    if let connection = attempt.connection, !connection.address.isEmpty {
      attributes["network.peer.address"] = .string(connection.address)
      attributes["network.peer.port"] = .integer(Int64(connection.port))
    }
    if let status = attempt.response?.status, status >= 400 {
      attributes["error.type"] = .string("\(status)")
      error = error ?? "the status code is \(status)"
    } else if error != nil {
      attributes["error.type"] = "_OTHER"
    }
  }
}

extension Trace.Span.Attribute: ExpressibleByStringLiteral {
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Date {
  /// The time since 1970; dates that no clock has are limited to 285 years before or after it, so that nanoseconds fit.
  var sinceEpoch: Duration {
    let seconds = timeIntervalSince1970
    return seconds.isNaN ? .zero : .seconds(min(max(seconds, -9e9), 9e9))
  }
}
