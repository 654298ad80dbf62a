import Dispatch
import Net

/// Notifies waiting tasks of changes.
///
/// Read the version, check the value, then wait for a later version, so that no change is missed in between.
final class Changes: Sendable {
  private struct State: Sendable {
    var version = 0
    var waiting: [Wake] = []
  }

  private let state = Lock(State())

  var version: Int { state.withLock { $0.version } }

  /// Wakes all waiting tasks.
  ///
  /// Call it after the change, outside all locks.
  func notify() {
    let waiting = state.withLock { state in
      state.version += 1
      defer { state.waiting = [] }
      return state.waiting
    }
    for wake in waiting { wake.fire() }
  }

  /// Registers this source with the expression that is being evaluated, which then waits for changes of the source.
  ///
  /// The closure returns the reason why there is no value, or nil if there is one.
  func noteRead(whyNothing reason: @escaping @Sendable () -> NothingYet? = { nil }) {
    ChangeReads.current?.add(self, reason)
  }

  /// Waits until the version is later than the given one, or the time has passed.
  func wait(after version: Int, upTo limit: Duration) async {
    await Wake.wait(for: [(self, version)], upTo: limit)
  }

  fileprivate func add(_ wake: Wake, after version: Int) {
    let isPast = state.withLock { state in
      guard state.version == version else { return true }
      state.waiting.removeAll { $0.isFired }
      state.waiting.append(wake)
      return false
    }
    if isPast { wake.fire() }
  }
}

/// The reason why there is no value yet.
struct NothingYet: Sendable {
  var words: String
  /// Whether there can be no value later, either.
  var isFinal = false
}

/// The sources that an expression has read, each with its version before it was read.
final class ChangeReads: Sendable {
  @TaskLocal static var current: ChangeReads?

  private struct Read: Sendable {
    var changes: Changes
    var version: Int
    var whyNothing: @Sendable () -> NothingYet?
  }

  private let state = Lock<[Read]>([])

  var changes: [(Changes, Int)] { state.withLock { $0 }.map { ($0.changes, $0.version) } }

  /// The reasons why there was no value.
  var whyNothing: [NothingYet] { state.withLock { $0 }.compactMap { $0.whyNothing() } }

  func add(_ changes: Changes, _ whyNothing: @escaping @Sendable () -> NothingYet?) {
    let read = Read(changes: changes, version: changes.version, whyNothing: whyNothing)
    state.withLock { $0.append(read) }
  }
}

/// One waiting task, woken once by a change, by the clock or by its cancellation, whichever comes first.
final class Wake: Sendable {
  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case fired
  }

  private let state = Lock(State.idle)

  var isFired: Bool { state.withLock { if case .fired = $0 { true } else { false } } }

  func fire() {
    let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .fired }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume()
  }

  static func wait(for changes: [(Changes, Int)], upTo limit: Duration) async {
    let wake = Wake()
    for (changes, version) in changes { changes.add(wake, after: version) }
    DispatchQueue.global().asyncAfter(deadline: .now() + DispatchTimeInterval(limit)) { wake.fire() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wake.hold($0) }
    } onCancel: {
      wake.fire()
    }
  }

  private func hold(_ continuation: CheckedContinuation<Void, Never>) {
    let isFired = state.withLock { state in
      if case .fired = state { return true }
      state = .waiting(continuation)
      return false
    }
    if isFired { continuation.resume() }
  }
}
