import Net

/// Records the events that an operator sends.
///
/// It does not keep the elements, so that it does not extend their lifetime.
final class LifecycleLog: Sendable {
  enum Kind: Sendable {
    case element
    case completion
    case error(any Error)

    var isEnd: Bool { if case .element = self { false } else { true } }

    var words: String {
      switch self {
      case .element: "an element"
      case .completion: "the completion"
      case .error(let error): "the error \(spelling(of: error))"
      }
    }
  }

  struct Entry: Sendable {
    var time: Duration
    var kind: Kind
    /// The number of elements that the source had sent until then.
    var sentCount: Int
    var isAfterEnd: Bool
    var isAfterDisposal: Bool
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var hasEnded = false
    var isDisposed = false
    var isInside = false
    var overlaps = 0
  }

  private let scheduler: TestScheduler
  private let state = Lock(State())

  init(scheduler: TestScheduler) { self.scheduler = scheduler }

  var entries: [Entry] { state.withLock { $0.entries } }

  /// The first end.
  var end: Entry? { entries.first { $0.kind.isEnd } }

  var overlaps: Int { state.withLock { $0.overlaps } }

  func write(_ kind: Kind, sentCount: Int) {
    let now = scheduler.now
    state.withLock { state in
      state.entries.append(
        Entry(
          time: now, kind: kind, sentCount: sentCount, isAfterEnd: state.hasEnded,
          isAfterDisposal: state.isDisposed))
      if kind.isEnd { state.hasEnded = true }
    }
  }

  /// Records the disposal, after which no event may come.
  func noteDisposal() { state.withLock { $0.isDisposed = true } }

  /// Runs the observer's code for one event, and detects overlapping events.
  func delivering(_ body: () -> Void) {
    state.withLock { state in
      if state.isInside { state.overlaps += 1 }
      state.isInside = true
    }
    body()
    state.withLock { $0.isInside = false }
  }
}
