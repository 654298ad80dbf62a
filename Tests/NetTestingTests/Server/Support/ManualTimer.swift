import Net

/// A timer whose time passes only when told.
final class ManualTimer: NetworkTimer {
  private struct State {
    var now = Duration.zero
    var next = 0
    var actions: [Int: (due: Duration, action: @Sendable () -> Void)] = [:]
  }

  private struct Scheduled: Cancellation {
    let timer: ManualTimer
    let id: Int

    func cancel() { timer.state.withLock { _ = $0.actions.removeValue(forKey: id) } }
  }

  private let state = Lock(State())

  var now: Duration { state.withLock(\.now) }
  var scheduledCount: Int { state.withLock(\.actions.count) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    state.withLock { state in
      state.next += 1
      state.actions[state.next] = (state.now + delay, action)
      return Scheduled(timer: self, id: state.next)
    }
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      let due = state.actions.filter { $0.value.due <= state.now }
      for id in due.keys { state.actions[id] = nil }
      return due.values.sorted { $0.due < $1.due }.map(\.action)
    }
    for action in due { action() }
  }
}
