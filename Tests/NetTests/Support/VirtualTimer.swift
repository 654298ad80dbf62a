import Net

/// A timer whose time passes when the test says so; among equal times in the order of scheduling.
final class VirtualTimer: NetworkTimer {
  private struct Entry: Sendable {
    var due: Duration
    var number: Int
    var action: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = Duration.zero
    var number = 0
    var entries: [Entry] = []
  }

  private let state = Locked(State())

  var now: Duration { state.value.now }

  /// How many actions wait.
  var pending: Int { state.value.entries.count }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    let number = state.update { state in
      state.number += 1
      state.entries.append(Entry(due: state.now + max(.zero, delay), number: state.number, action: action))
      return state.number
    }
    return Scheduled(timer: self, number: number)
  }

  /// Lets time pass, and runs what is due on the way.
  func advance(by duration: Duration) {
    let end = now + duration
    while let action = next(until: end) { action() }
    state.update { $0.now = end }
  }

  private func next(until end: Duration) -> (@Sendable () -> Void)? {
    state.update { state in
      let first = state.entries.min { ($0.due, $0.number) < ($1.due, $1.number) }
      guard let first, first.due <= end else { return nil }
      state.entries.removeAll { $0.number == first.number }
      state.now = max(state.now, first.due)
      return first.action
    }
  }

  private func cancel(_ number: Int) {
    state.update { $0.entries.removeAll { $0.number == number } }
  }

  private struct Scheduled: Cancellation {
    let timer: VirtualTimer
    let number: Int

    func cancel() { timer.cancel(number) }
  }
}
