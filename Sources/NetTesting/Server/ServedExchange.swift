/// A request that a ``MockServer`` received, and its outcome.
///
/// ```swift
/// let cutOff = server.exchanges.filter(\.wasClosedByPeer).map(\.request.url.path)
/// ```
public struct ServedExchange: Sendable, Hashable {
  /// The request.
  public let request: RecordedRequest
  /// The connection of the request, counted from 1; requests on the same connection have the same number.
  public let connection: Int
  /// The status of the response; nil until it is sent, and if there is none.
  public internal(set) var status: Int?
  /// Whether the client closed the connection before the system had accepted the whole response.
  public internal(set) var wasClosedByPeer = false
  /// Whether it has opened a WebSocket that has not ended.
  var isOpenWebSocket = false

  init(request: RecordedRequest, connection: Int) {
    self.request = request
    self.connection = connection
  }
}
