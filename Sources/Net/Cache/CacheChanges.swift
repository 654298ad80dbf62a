import Synchronization

/// Counts the changes of what is stored, by URL, so that a request notices those that happen while it is in progress.
///
/// A response that left its server before an unsafe request changed the resource must not be stored after it
/// (RFC 9111 section 4.4), and nothing may be stored after a log-out that removed everything. And what another request
/// stores after the look-up is not among the entries that the response replaces.
///
/// URLs share counters. If two share one, a response is not stored, or stored responses are compared, without need.
final class CacheChanges: Sendable {
  /// The counters of some of the URLs.
  private final class Counters: Sendable {
    let removals = Atomic(0)
    let stored = Atomic(0)
  }

  /// The counters of a URL, as a request found them before its look-up.
  struct Mark: Sendable {
    fileprivate let index: Int
    fileprivate let stored: Int
  }

  private let counters: [Counters] = (0..<256).map { _ in Counters() }

  private static func index(_ hash: Int) -> Int { hash & 255 }

  /// Returns the present state of a URL with this hash value.
  ///
  /// Call it before the look-up, so that nothing is stored between the two unnoticed.
  func mark(_ hash: Int) -> Mark {
    let index = Self.index(hash)
    return Mark(index: index, stored: counters[index].stored.load(ordering: .sequentiallyConsistent))
  }

  /// Returns how often the URL may have been removed from the cache.
  ///
  /// A response whose request was sent before the last removal must not be stored.
  func removalCount(_ mark: Mark) -> Int {
    counters[mark.index].removals.load(ordering: .sequentiallyConsistent)
  }

  /// The URL with this hash value was removed.
  ///
  /// Returns whether that changes the number of removals of a request with this mark.
  @discardableResult
  func noteRemoval(_ hash: Int, own mark: Mark? = nil) -> Bool {
    let index = Self.index(hash)
    counters[index].removals.add(1, ordering: .sequentiallyConsistent)
    return mark?.index == index
  }

  /// Everything was removed.
  func noteRemovalOfAll() {
    for counters in counters { counters.removals.add(1, ordering: .sequentiallyConsistent) }
  }

  /// Notes that a response was stored for the URL, and returns whether another one may have been stored since the
  /// look-up.
  ///
  /// Call it after the response was stored: of two requests, at least one then sees both responses.
  func noteStoring(_ mark: Mark) -> Bool {
    counters[mark.index].stored.add(1, ordering: .sequentiallyConsistent).oldValue != mark.stored
  }
}
