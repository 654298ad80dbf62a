extension RequestEvent.CacheEvent {
  /// What the cache did in a few words, for logs and traces.
  var text: String {
    switch self {
    case .hit(let age): "hit, \(age.inMilliseconds) old"
    case .stale(let age, let reason): "stale, \(age.inMilliseconds) old (\(reason))"
    case .forwarded(let reason): "forwarded (\(reason))"
    case .unavailable(let reason): "\(Self.unavailableText) (\(reason))"
    case .revalidated(let age): "revalidated, \(age.inMilliseconds) old"
    case .stored(let lifetime): "stored, fresh for \(lifetime.inMilliseconds)"
    case .refused(let reason): "not stored (\(reason))"
    }
  }

  /// How the text of ``unavailable(_:)`` begins.
  static let unavailableText = "unavailable"
}
