/// What runs in a session, for a mock below it that looks for what a test has left behind.
///
/// It does not retain the session, which what runs does. May be used from any thread.
package struct SessionActivity: Sendable {
  /// A request that has started and not ended.
  package struct OpenRequest: Sendable, Equatable {
    /// The method and the URL, redacted as the session says.
    package var name: String
    /// Whether the session sends it on behalf of others.
    package var isInternal: Bool
  }

  private weak let parts: SessionParts?

  init(_ parts: SessionParts) { self.parts = parts }

  /// The requests, in the order in which they were created: also those that wait for a slot, a policy or a retry.
  package var requests: [OpenRequest] {
    let running = parts?.running.all ?? []
    return running.sorted { $0.id.number < $1.id.number }.compactMap(\.activity)
  }

  /// How many event streams wait to reconnect.
  package var waitCount: Int { parts?.running.eventCount ?? 0 }

  /// How many WebSockets wait to reconnect.
  package var reconnectionCount: Int { parts?.running.socketCount ?? 0 }

  /// Cancels all of it, as ``NetworkSession/cancelAll()`` does.
  package func cancelAll() { parts?.cancelAll() }
}

extension NetworkSession {
  /// What runs in this session.
  package var activity: SessionActivity { SessionActivity(parts) }
}
