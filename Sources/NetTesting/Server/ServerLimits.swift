/// How much of a request a ``MockServer`` reads, and how much of it it keeps in memory.
///
/// ```swift
/// let server = MockServer(limits: ServerLimits(body: 1_000_000))
/// ```
///
/// A request that exceeds a limit receives the status for it, and the connection is closed (RFC 9110 section 15.5). A
/// negative limit is 0.
public struct ServerLimits: Sendable, Hashable {
  /// The maximum size of the request line, in bytes; a longer one receives a 414.
  public var requestLine: Int { didSet { requestLine = max(0, requestLine) } }
  /// The maximum size of the header section, and of the trailer section, in bytes; a larger one receives a 431.
  public var headers: Int { didSet { headers = max(0, headers) } }
  /// The maximum size of the body, in bytes; a larger one receives a 413.
  public var body: Int { didSet { body = max(0, body) } }
  /// The maximum number of bytes of a body that are kept in memory.
  ///
  /// A larger body is kept in an unnamed file, which is removed with the last use of the body.
  public var bodyInMemory: Int { didSet { bodyInMemory = max(0, bodyInMemory) } }

  /// Creates limits.
  public init(
    requestLine: Int = 16_384, headers: Int = 65_536, body: Int = 1 << 30, bodyInMemory: Int = 1 << 20
  ) {
    self.requestLine = max(0, requestLine)
    self.headers = max(0, headers)
    self.body = max(0, body)
    self.bodyInMemory = max(0, bodyInMemory)
  }
}
