/// The open WebSockets of a session.
final class OpenWebSockets: Sendable {
  private struct Contents: Sendable {
    var channels: [ObjectIdentifier: WebSocketChannel] = [:]
    var cancellations = 0
  }

  private let contents = Lock(Contents())

  /// How often all were cancelled.
  var cancellations: Int { contents.withLock { $0.cancellations } }

  /// Adds a channel whose handshake began after this many cancellations; returns false if there was another one since.
  ///
  /// Then neither the request of the handshake nor the channel was there to be cancelled.
  func insert(_ channel: WebSocketChannel, after cancellations: Int) -> Bool {
    contents.withLock { contents in
      guard contents.cancellations == cancellations else { return false }
      contents.channels[ObjectIdentifier(channel)] = channel
      return true
    }
  }

  func remove(_ channel: WebSocketChannel) {
    // Released here, without the lock held.
    withExtendedLifetime(contents.withLock { $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }) {}
  }

  /// Cancels all channels, and those whose handshake has just ended.
  func cancelAll() {
    let channels = contents.withLock { contents in
      contents.cancellations += 1
      return Array(contents.channels.values)
    }
    for channel in channels { channel.cancel() }
  }
}
