/// How much of a request a ``MockServer`` reads, and keeps in memory.
///
/// ```swift
/// let server = MockServer(limits: ServerLimits(body: 1_000_000))
/// ```
///
/// What is more gets its status and a close (RFC 9110 section 15.5).
public struct ServerLimits: Sendable, Hashable {
  /// The request line, in bytes: more is a 414.
  public var requestLine: Int
  /// The header section, and the trailer section, in bytes: more is a 431.
  public var headers: Int
  /// The body, in bytes: more is a 413.
  public var body: Int
  /// How many bytes of a body are kept in memory.
  ///
  /// The rest of a bigger one goes to a file that has no name, and is gone with the last use of that body.
  public var bodyInMemory: Int

  /// Makes limits.
  public init(
    requestLine: Int = 16_384, headers: Int = 65_536, body: Int = 1 << 30, bodyInMemory: Int = 1 << 20
  ) {
    self.requestLine = requestLine
    self.headers = headers
    self.body = body
    self.bodyInMemory = bodyInMemory
  }
}
