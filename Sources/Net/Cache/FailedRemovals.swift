import Synchronization

/// The stored responses that must not be used, although the store could not remove them.
///
/// An unsafe request has invalidated them (RFC 9111 section 4.4), the app has removed them, or they are damaged. But
/// the store keeps them, for example on a disk that cannot be written any more.
final class FailedRemovals: Sendable {
  /// The number of a failure, so that a later one of the same URL is not forgotten with it.
  typealias Number = Int

  /// The identity of an entry: the hash value of its key, and its number.
  private struct Name: Hashable, Sendable {
    var hash: Int
    var id: UInt64

    init(_ entry: CacheEntry) { (hash, id) = (entry.key.hash, entry.id) }
  }

  /// The last failure to remove a URL.
  private struct Failure: Sendable {
    var number: Number
    /// The hash values of the keys whose entries of then are known by name.
    var known: Set<Int> = []
  }

  private struct State: Sendable {
    var last = 0
    var urls: [ExactText: Failure] = [:]
    var entries: Set<Name> = []
    /// The number of the last failed removal of everything that left an unknown remainder, or of one beyond a
    /// limit.
    var numberOfAll: Number?

    var isEmpty: Bool { urls.isEmpty && entries.isEmpty && numberOfAll == nil }

    mutating func add(_ found: [CacheEntry]) {
      if entries.count + found.count > FailedRemovals.entryLimit { return numberOfAll = last }
      for entry in found { entries.insert(Name(entry)) }
    }
  }

  /// The maximum number of URLs that are kept; beyond it, all URLs count as not removed.
  static let limit = 256
  /// The maximum number of entries that are kept; beyond it, all URLs count as not removed.
  private static let entryLimit = 1 << 20

  private let isUsed = Atomic(false)
  private let state = Lock(State())

  /// Whether there is anything that must not be used.
  var hasAny: Bool { isUsed.load(ordering: .sequentiallyConsistent) }

  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      defer { isUsed.store(!state.isEmpty, ordering: .sequentiallyConsistent) }
      return body(&state)
    }
  }

  // MARK: - Failures

  /// Notes that the store could not remove what it has for a URL, or anything if the URL is nil.
  ///
  /// Returns the number of the failure.
  @discardableResult
  func note(_ url: String?) -> Number {
    change { state in
      state.last += 1
      if let url, state.urls[ExactText(url)] != nil || state.urls.count < Self.limit {
        state.urls[ExactText(url)] = Failure(number: state.last)
      } else {
        state.numberOfAll = state.last
      }
      return state.last
    }
  }

  /// Notes that the store could not remove these entries.
  func note(_ entries: [CacheEntry]) {
    change { state in
      state.last += 1
      state.add(entries)
    }
  }

  /// Notes the entries of a key that are left after the store could not remove a URL.
  func note(_ left: [CacheEntry], of key: CacheKey, after number: Number) {
    change { state in
      state.add(left)
      guard state.urls[ExactText(key.url)]?.number == number else { return }
      state.urls[ExactText(key.url)]?.known.insert(key.hash)
    }
  }

  /// Notes the entries that are left after the store could not remove everything.
  func noteAll(_ left: [CacheEntry], after number: Number) {
    change { state in
      guard state.numberOfAll == number else { return }
      state.numberOfAll = nil
      state.add(left)
    }
  }

  // MARK: - Uses

  /// What must be removed before a key may be used.
  enum Removal: Equatable {
    case url(Number)
    case everything(Number)
  }

  /// Returns what must be removed before a key may be used; nil if only entries are left to remove.
  func removal(before key: CacheKey) -> Removal? {
    guard hasAny else { return nil }
    return state.withLock { state in
      if let number = state.numberOfAll { return .everything(number) }
      guard let failure = state.urls[ExactText(key.url)], !failure.known.contains(key.hash) else {
        return nil
      }
      return .url(failure.number)
    }
  }

  /// Returns those of the entries that must not be used.
  func among(_ entries: [CacheEntry]) -> [CacheEntry] {
    guard hasAny else { return [] }
    return state.withLock { state in entries.filter { state.entries.contains(Name($0)) } }
  }

  // MARK: - Removals

  /// Forgets these entries, because the store has removed them.
  func forget(_ entries: [CacheEntry]) {
    change { state in for entry in entries { state.entries.remove(Name(entry)) } }
  }

  /// Forgets the failure with this number, because the store has removed what it had for the URL.
  func forget(_ url: String, _ number: Number) {
    change { state in
      if state.urls[ExactText(url)]?.number == number { state.urls[ExactText(url)] = nil }
    }
  }

  /// The number of the last failure.
  var last: Number { state.withLock { $0.last } }

  /// Forgets all failures, because the store has removed everything, unless another failure came after this number.
  func forgetAll(_ number: Number) {
    change { state in
      guard state.last == number else { return }
      state = State()
      state.last = number
    }
  }
}
