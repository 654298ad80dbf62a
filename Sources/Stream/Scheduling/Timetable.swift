import Dispatch

/// The delayed actions of one queue, in the order in which they are due.
///
/// Dispatch does not guarantee the order of timers that become due together. This type does: it runs all due
/// actions, in order, whenever one of its timers fires.
final class Timetable: Sendable {
  private struct Entry: Sendable {
    let due: Duration
    let number: Int
    let action: ScheduledAction

    func precedes(_ other: (due: Duration, number: Int)) -> Bool { (due, number) < other }
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var nextNumber = 0
  }

  private let queue: DispatchQueue
  private let state = Lock(State())

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func add(_ action: ScheduledAction, due: Duration) -> any Disposable {
    let number = state.withLock { state in
      state.nextNumber += 1
      let entry = Entry(due: due, number: state.nextNumber, action: action)
      state.entries.insert(entry, at: Timetable.index(of: (due, entry.number), in: state.entries))
      return entry.number
    }
    action.onDispose { [weak self] in self?.remove(due: due, number: number) }
    fire(at: due)
    return action
  }

  private func fire(at due: Duration) {
    queue.asyncAfter(deadline: DispatchTime(uptime: due)) { self.runDue() }
  }

  private func runDue() {
    let now = Duration.uptime
    while let action = nextDue(at: now) { action.run() }
  }

  private func nextDue(at now: Duration) -> ScheduledAction? {
    state.withLock { state in
      guard let first = state.entries.first, first.due <= now else { return nil }
      return state.entries.removeFirst().action
    }
  }

  private func remove(due: Duration, number: Int) {
    state.withLock { state in
      let index = Timetable.index(of: (due, number), in: state.entries)
      if index < state.entries.count, state.entries[index].number == number {
        state.entries.remove(at: index)
      }
    }
  }

  /// Returns the position of the entry, or the one at which to insert it.
  private static func index(of entry: (due: Duration, number: Int), in entries: [Entry]) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].precedes(entry) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
