import Synchronization

/// The requests that have found nothing to use in the store, by URL, until they end.
///
/// What is stored after such a look-up and before the response of the request is not among the entries that the response
/// replaces. So a request that stores a response notifies the others.
final class CacheWatches: Sendable {
  /// What one request knows of the others.
  final class Watch: Sendable {
    fileprivate let url: String
    fileprivate let mark = Mark()
    private let watches: CacheWatches

    fileprivate init(_ url: String, _ watches: CacheWatches) {
      self.url = url
      self.watches = watches
    }

    deinit { watches.remove(mark, of: url) }

    /// Whether another request has stored a response for the URL.
    var hasSeenStoring: Bool { mark.isSet.load(ordering: .sequentiallyConsistent) }
  }

  fileprivate final class Mark: Sendable {
    let isSet = Atomic(false)
  }

  private let marks = Lock<[String: [ObjectIdentifier: Mark]]>([:])

  /// Begins to watch what is stored for the URL, until the result is released.
  func watch(_ url: String) -> Watch {
    let watch = Watch(url, self)
    marks.withLock { $0[url, default: [:]][ObjectIdentifier(watch.mark)] = watch.mark }
    return watch
  }

  /// Notifies the other requests for the URL of this one that a response was stored.
  ///
  /// Call it after the response was stored, and before ``Watch/hasSeenStoring`` is read: of two requests at least one then
  /// sees both responses.
  func stored(by own: Watch) {
    let others = marks.withLock { Array(($0[own.url] ?? [:]).values) }
    for mark in others where mark !== own.mark { mark.isSet.store(true, ordering: .sequentiallyConsistent) }
  }

  private func remove(_ mark: Mark, of url: String) {
    marks.withLock { marks in
      marks[url]?[ObjectIdentifier(mark)] = nil
      if marks[url]?.isEmpty == true { marks[url] = nil }
    }
  }
}
