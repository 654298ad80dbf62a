import Synchronization

/// Notes what is removed and stored, by URL, so that a request notices what happens while it is in progress.
///
/// A response that left its server before an unsafe request changed the resource must not be stored after it
/// (RFC 9111 section 4.4), and nothing may be stored after a logout that removed everything. And what another
/// request stores after the lookup is not among the entries that the response replaces.
///
/// A request compares two numbers, and looks further only if they differ.
final class CacheChanges: Sendable {
  /// The changes of some of the URLs.
  private final class Shard: Sendable {
    /// How many URLs were removed.
    let removals = Atomic(0)
    /// How many responses were stored.
    let stored = Atomic(0)
    /// The last removals.
    let recent = Lock([Removal]())
  }

  private struct Removal: Sendable {
    /// The hash value of the URL; nil for all.
    var hash: Int?
    /// The request whose response removed it.
    var author: ObjectIdentifier?
  }

  /// What had changed before the lookup of a request.
  struct Mark: Sendable {
    fileprivate let hash: Int
    fileprivate let stored: Int
  }

  private static let shardCount = 256
  /// If there were more removals, a request assumes that one was of its URL.
  private static let recentLimit = 16

  private let shards: [Shard] = (0..<shardCount).map { _ in Shard() }

  private func shard(_ hash: Int) -> Shard { shards[hash & (Self.shardCount - 1)] }

  /// Returns the present state of a URL with this hash value.
  ///
  /// Call it before the lookup, so that nothing is stored between the two unnoticed.
  func mark(_ hash: Int) -> Mark {
    Mark(hash: hash, stored: shard(hash).stored.load(ordering: .sequentiallyConsistent))
  }

  /// Returns the number of removals when a request is sent.
  func removalCount(_ mark: Mark) -> Int {
    shard(mark.hash).removals.load(ordering: .sequentiallyConsistent)
  }

  /// Returns whether the URL was removed from the cache since there were this many removals, by others than the author.
  ///
  /// Then the response must not be stored. If two URLs have the same hash value, or there were many removals, it may
  /// return true without need.
  func wasRemoved(_ mark: Mark, since count: Int, except author: AnyObject) -> Bool {
    let shard = shard(mark.hash)
    guard shard.removals.load(ordering: .sequentiallyConsistent) != count else { return false }
    let author = ObjectIdentifier(author)
    return shard.recent.withLock { recent in
      let new = shard.removals.load(ordering: .sequentiallyConsistent) - count
      guard new <= recent.count else { return true }
      return recent.suffix(new).contains { removal in
        removal.author != author && (removal.hash == nil || removal.hash == mark.hash)
      }
    }
  }

  /// The URL with this hash value was removed, by a response of this author.
  func noteRemoval(_ hash: Int, by author: AnyObject? = nil) {
    note(Removal(hash: hash, author: author.map { ObjectIdentifier($0) }), in: shard(hash))
  }

  /// Everything was removed.
  func noteRemovalOfAll() { for shard in shards { note(Removal(), in: shard) } }

  private func note(_ removal: Removal, in shard: Shard) {
    shard.recent.withLock { recent in
      if recent.count == Self.recentLimit { recent.removeFirst() }
      recent.append(removal)
      shard.removals.add(1, ordering: .sequentiallyConsistent)
    }
  }

  /// Notes that a response was stored for the URL, and returns whether another one may have been stored since
  /// the lookup.
  ///
  /// Call it after the response was stored: of two requests, at least one then sees both responses. It may return true
  /// because of another URL.
  func noteStoring(_ mark: Mark) -> Bool {
    shard(mark.hash).stored.add(1, ordering: .sequentiallyConsistent).oldValue != mark.stored
  }
}
