extension Trace {
  /// One exchange with a server: an attempt, or a further exchange within it.
  ///
  /// A further exchange follows a redirect, or repeats the request without the conditions of the cache after
  /// a 304 that confirmed nothing.
  public struct Attempt: Sendable, Hashable, Codable {
    /// The number of the attempt, counted from 1.
    public var number: Int
    /// The number of redirects that were followed in this attempt before this exchange.
    public var redirects: Int
    /// When it was passed to the transport.
    public var start: Duration
    /// When it ended; nil while it is running.
    public var end: Duration?
    /// The request as the transport received it.
    public var request: RequestMessage
    /// The response; nil if none was received.
    public var response: ResponseMessage?
    /// The connection, if the transport reports it.
    public var connection: Connection?
    /// The phases, in order.
    ///
    /// Phases that the transport does not report are missing.
    public var phases: [Phase] = []
    /// Why it failed; nil if it did not.
    public var error: String?
    /// The identifier of the span that caused it, if a ``TraceContextInterceptor`` continued a trace.
    public var parentSpanID: String?

    /// Creates an attempt.
    public init(
      number: Int, redirects: Int = 0, start: Duration, end: Duration? = nil, request: RequestMessage,
      response: ResponseMessage? = nil
    ) {
      self.number = number
      self.redirects = redirects
      self.start = start
      self.end = end
      self.request = request
      self.response = response
    }

    /// Returns the time that the exchange spent in this phase; nil if it is unknown or still lasts.
    public func duration(of kind: Phase.Kind) -> Duration? { phases.first { $0.kind == kind }?.duration }
  }

  /// A request as it was sent.
  public struct RequestMessage: Sendable, Hashable, Codable {
    /// The method.
    public var method: String
    /// The URL, redacted.
    public var url: String
    /// The header fields, redacted.
    public var headers: [Field]
    /// The number of body bytes, if it is known; 0 without a body.
    public var bodySize: Int64?
    /// The body, if bodies are recorded.
    public var body: Body?

    /// Creates a message.
    public init(
      method: String, url: String, headers: [Field] = [], bodySize: Int64? = 0, body: Body? = nil
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.bodySize = bodySize
      self.body = body
    }

    /// Returns the value of the first field with this name.
    public func header(_ name: String) -> String? { Trace.value(of: name, in: headers) }
  }

  /// A response as it was received.
  public struct ResponseMessage: Sendable, Hashable, Codable {
    /// The status.
    public var status: Int
    /// The HTTP version, if the transport knows it.
    public var httpVersion: String?
    /// The header fields, redacted.
    public var headers: [Field]
    /// The number of received body bytes, with content encodings undone.
    public var bodySize: Int64
    /// The body, if bodies are recorded.
    public var body: Body?

    /// Creates a message.
    public init(
      status: Int, httpVersion: String? = nil, headers: [Field] = [], bodySize: Int64 = 0, body: Body? = nil
    ) {
      self.status = status
      self.httpVersion = httpVersion
      self.headers = headers
      self.bodySize = bodySize
      self.body = body
    }

    /// Returns the value of the first field with this name.
    public func header(_ name: String) -> String? { Trace.value(of: name, in: headers) }
  }

  /// The connection of an attempt.
  public struct Connection: Sendable, Hashable, Codable {
    /// The address of the server or proxy; empty for a Unix domain socket.
    public var address: String
    /// The port; 0 for a Unix domain socket.
    public var port: Int
    /// Whether an earlier request had opened it.
    public var isReused: Bool

    /// Creates a connection.
    public init(address: String, port: Int, isReused: Bool) {
      self.address = address
      self.port = port
      self.isReused = isReused
    }
  }

  private static func value(of name: String, in fields: [Field]) -> String? {
    fields.first { HeaderSyntax.folded($0.name) == HeaderSyntax.folded(name) }?.value
  }
}
