/// The open WebSockets of a session.
final class OpenWebSockets: Sendable {
  private let channels = Lock<[ObjectIdentifier: WebSocketChannel]>([:])

  func insert(_ channel: WebSocketChannel) { channels.withLock { $0[ObjectIdentifier(channel)] = channel } }

  func remove(_ channel: WebSocketChannel) {
    // Released here, without the lock held.
    withExtendedLifetime(channels.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }) {}
  }

  var all: [WebSocketChannel] { channels.withLock { Array($0.values) } }
}
