/// A request that has not ended, and the handle to its response while the response is held.
struct OpenRequest: Sendable {
  var exchange: any StubbedExchange
  /// The position of the request among all requests, from 1.
  var number: Int
  var request: RecordedRequest
  var pending: PendingRequest?
  /// The WebSocket that the request has opened.
  var webSocket: WebSocketPeer?
  /// Whether another open request is the same one, seen further up.
  var isCovered = false

  var name: String {
    let name = excerpt(of: "\(request)", limit: 500)
    guard let webSocket else { return name }
    return "\(name), an open WebSocket"
      + (webSocket.awaited.map { " whose script expects \($0)" } ?? "")
  }
}

/// The open requests of a mock in the order in which they arrived, as a pure value.
///
/// Each is found by its exchange, so that a test may hold any number of them.
struct OpenExchanges: Sendable {
  /// A request that has ended leaves a gap, so that no other one moves.
  private var slots: [OpenRequest?] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  /// The requests in their order.
  var all: [OpenRequest] { slots.compactMap { $0 } }

  /// The request of an exchange; nil if it is not open.
  subscript(exchange: any StubbedExchange) -> OpenRequest? {
    get { indices[ObjectIdentifier(exchange)].flatMap { slots[$0] } }
    set {
      if let index = indices[ObjectIdentifier(exchange)] { slots[index] = newValue }
    }
  }

  mutating func append(_ request: OpenRequest) {
    indices[ObjectIdentifier(request.exchange)] = slots.count
    slots.append(request)
  }

  mutating func remove(_ exchange: any StubbedExchange) -> OpenRequest? {
    guard let index = indices.removeValue(forKey: ObjectIdentifier(exchange)) else { return nil }
    let removed = slots[index].take()
    closeGaps()
    return removed
  }

  /// Removes the empty slots once they are more than half, so that each request moves once on average.
  private mutating func closeGaps() {
    guard slots.count > 32, slots.count > 2 * indices.count else { return }
    slots.removeAll { $0 == nil }
    for (index, request) in slots.enumerated() {
      if let request { indices[ObjectIdentifier(request.exchange)] = index }
    }
  }
}
