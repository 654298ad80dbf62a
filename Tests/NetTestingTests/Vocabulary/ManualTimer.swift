import Net

/// Time that passes when a test says so.
final class ManualTimer: NetworkTimer {
  private struct Entry: Sendable {
    var due: Duration
    var id: Int
    var action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = Duration.zero
    var entries: [Entry] = []
    var count = 0
  }

  private struct Scheduled: Cancellation {
    let timer: ManualTimer
    let id: Int

    func cancel() { timer.state.withLock { $0.entries.removeAll { $0.id == id } } }
  }

  private let state = Lock(State())

  var now: Duration { state.withLock { $0.now } }
  var scheduledCount: Int { state.withLock { $0.entries.count } }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    let id = state.withLock { state in
      state.count += 1
      state.entries.append(Entry(due: state.now + max(.zero, delay), id: state.count, action: action))
      return state.count
    }
    return Scheduled(timer: self, id: id)
  }

  func advance(by delay: Duration) {
    let end = now + delay
    while let action = takeNext(until: end) { action() }
    state.withLock { $0.now = end }
  }

  private func takeNext(until end: Duration) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let due = state.entries.filter { $0.due <= end }.min { ($0.due, $0.id) < ($1.due, $1.id) }
      guard let due else { return nil }
      state.entries.removeAll { $0.id == due.id }
      state.now = due.due
      return due.action
    }
  }
}
