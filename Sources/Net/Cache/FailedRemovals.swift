import Synchronization

/// The URLs whose stored responses must not be used, although the store could not remove them.
///
/// An unsafe request has changed what they are of (RFC 9111 section 4.4), or the app has removed them, but the store
/// keeps them, for example on a disk that cannot be written any more.
final class FailedRemovals: Sendable {
  /// The number of a failure, so that a later one of the same URL is not forgotten with it.
  typealias Number = Int

  private struct State: Sendable {
    var last = 0
    var numbers: [ExactText: Number] = [:]
    /// The number of the last failure to remove everything, or of one beyond the limit.
    var numberOfAll: Number?
  }

  /// Beyond it, all URLs count as not removed.
  static let limit = 256

  private let hasAny = Atomic(false)
  private let state = Lock(State())

  /// The store could not remove what it has for a URL; nil for everything.
  func note(_ url: String?) {
    state.withLock { state in
      state.last += 1
      if let url, state.numbers[ExactText(url)] != nil || state.numbers.count < Self.limit {
        state.numbers[ExactText(url)] = state.last
      } else {
        state.numberOfAll = state.last
      }
      hasAny.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// What must be removed before a URL may be used.
  enum Removal: Hashable {
    case url(Number)
    case everything(Number)
  }

  /// Returns what must be removed before a URL may be used; nil if there is nothing.
  func removal(before url: String) -> Removal? {
    guard hasAny.load(ordering: .sequentiallyConsistent) else { return nil }
    return state.withLock { state in
      // Otherwise each URL would lose what is stored for it later.
      if state.numberOfAll != nil { return .everything(state.last) }
      return state.numbers[ExactText(url)].map(Removal.url)
    }
  }

  /// The store has removed what it has for a URL, after the failure with this number.
  func forget(_ url: String, _ number: Number) {
    state.withLock { state in
      if state.numbers[ExactText(url)] == number { state.numbers[ExactText(url)] = nil }
      hasAny.store(!state.numbers.isEmpty || state.numberOfAll != nil, ordering: .sequentiallyConsistent)
    }
  }

  /// The number of the last failure.
  var last: Number { state.withLock { $0.last } }

  /// The store has removed everything, when the last failure had this number.
  func forgetAll(_ number: Number) {
    state.withLock { state in
      guard state.last == number else { return }
      state.numbers = [:]
      state.numberOfAll = nil
      hasAny.store(false, ordering: .sequentiallyConsistent)
    }
  }
}
