import Synchronization

/// Notes what is removed and stored, by URL, so that a request notices what happens while it is in progress.
///
/// A response that left its server before an unsafe request changed the resource must not be stored after it
/// (RFC 9111 section 4.4). What the app removes counts from the start of a request, because nothing may be stored after
/// a logout that a request before it asked for, however often it is sent. What another request stores after the lookup
/// is not among the entries that the response replaces.
///
/// A request compares numbers, and looks further only if something was removed.
final class CacheChanges: Sendable {
  /// The changes of some of the URLs.
  private final class Shard: Sendable {
    /// The number of the last removal.
    let lastRemoval = Atomic(0)
    /// How many responses were stored.
    let stored = Atomic(0)
    let recent = Lock(Recent())
  }

  /// The last removals, in order.
  private struct Recent: Sendable {
    var removals: [Removal] = []
    /// The number of the last removal that is no longer among them.
    var forgotten = 0
  }

  private struct Removal: Sendable {
    var number: Int
    /// The hash value of the URL.
    var hash: Int
    /// The request whose response removed it; nil for the app.
    var author: ObjectIdentifier?
  }

  /// What had changed before the lookup of a request.
  struct Mark: Sendable {
    fileprivate let hash: Int
    fileprivate let stored: Int
    /// The number of removals when the request started.
    fileprivate let start: Int
  }

  private static let shardCount = 256
  /// If there were more removals, a request assumes that one was of its URL.
  private static let recentLimit = 16

  private let removals = Atomic(0)
  /// The number of the last removal of everything.
  private let lastOfAll = Atomic(0)
  private let shards: [Shard] = (0..<shardCount).map { _ in Shard() }

  private func shard(_ hash: Int) -> Shard { shards[hash & (Self.shardCount - 1)] }

  /// The number of removals so far, for the start of a request.
  var count: Int { removals.load(ordering: .sequentiallyConsistent) }

  /// Returns the present state of a URL with this hash value.
  ///
  /// Call it before the lookup, so that nothing is stored between the two unnoticed.
  ///
  /// - `start`: The number of removals when the request started; nil if it starts now.
  func mark(_ hash: Int, startingAfter start: Int? = nil) -> Mark {
    Mark(
      hash: hash, stored: shard(hash).stored.load(ordering: .sequentiallyConsistent), start: start ?? count)
  }

  /// Returns the number of the last removal that a request may have to notice, when it is sent.
  func lastRemoval(_ mark: Mark) -> Int {
    shard(mark.hash).lastRemoval.load(ordering: .sequentiallyConsistent)
  }

  /// Returns the number of the last removal of the URL or of everything, which is greater if another URL was removed.
  ///
  /// Requests with different numbers do not share an exchange: one may have begun before what the other must see.
  func generation(_ mark: Mark) -> Int {
    max(lastRemoval(mark), lastOfAll.load(ordering: .sequentiallyConsistent))
  }

  /// Returns whether the URL was removed: by the app since the request started, or by the response to another request
  /// than the author since this one was sent, when the last removal had this number.
  ///
  /// Then the response must not be stored. If two URLs have the same hash value, or there were many removals, it may
  /// return true without need.
  func wasRemoved(_ mark: Mark, since sending: Int, except author: AnyObject) -> Bool {
    guard lastOfAll.load(ordering: .sequentiallyConsistent) <= mark.start else { return true }
    let shard = shard(mark.hash)
    guard shard.lastRemoval.load(ordering: .sequentiallyConsistent) > mark.start else { return false }
    let author = ObjectIdentifier(author)
    return shard.recent.withLock { recent in
      guard recent.forgotten <= mark.start else { return true }
      return recent.removals.contains { removal in
        removal.hash == mark.hash && removal.author != author
          && removal.number > (removal.author == nil ? mark.start : sending)
      }
    }
  }

  /// Called when the URL with this hash value was removed, by the response to the request of this author or by the app.
  func noteRemoval(_ hash: Int, by author: AnyObject? = nil) {
    let author = author.map { ObjectIdentifier($0) }
    let shard = shard(hash)
    shard.recent.withLock { recent in
      let number = removals.add(1, ordering: .sequentiallyConsistent).newValue
      if recent.removals.count == Self.recentLimit { recent.forgotten = recent.removals.removeFirst().number }
      recent.removals.append(Removal(number: number, hash: hash, author: author))
      shard.lastRemoval.store(number, ordering: .sequentiallyConsistent)
    }
  }

  /// Called when the app removed everything.
  func noteRemovalOfAll() {
    let number = removals.add(1, ordering: .sequentiallyConsistent).newValue
    _ = lastOfAll.max(number, ordering: .sequentiallyConsistent)
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
