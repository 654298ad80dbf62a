/// A request that a ``MockServer`` has read, and what became of it.
///
/// ```swift
/// let cutOff = server.exchanges.filter(\.wasClosedByPeer).map(\.request.url.path)
/// ```
public struct ServedExchange: Sendable, Hashable {
  /// The request.
  public let request: RecordedRequest
  /// The connection it came on, counted from 1: requests that reuse one have the same number.
  public let connection: Int
  /// The status it was answered with; nil before, and when there was no answer.
  public internal(set) var status: Int?
  /// Whether the client closed the connection before all of the answer was with the system.
  public internal(set) var wasClosedByPeer = false

  init(request: RecordedRequest, connection: Int) {
    self.request = request
    self.connection = connection
  }
}
