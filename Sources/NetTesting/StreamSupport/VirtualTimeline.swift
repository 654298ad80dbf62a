/// The actions scheduled in virtual time, as a pure value: ordered by time, and at equal times by when they were
/// scheduled.
struct VirtualTimeline: Sendable {
  typealias Action = @Sendable () -> Void

  private struct Entry: Sendable {
    var due: Duration
    var number: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.due == right.due ? left.number < right.number : left.due < right.due
    }
  }

  private(set) var now: Duration
  /// The delay of actions that are scheduled for now or for the past.
  let processingDelay: Duration
  // A binary heap. Cancelled entries stay in it, without an action, until their time.
  private var heap: [Entry] = []
  private var actions: [Int: Action] = [:]
  private var nextNumber = 0

  init(now: Duration = .zero, processingDelay: Duration = .zero) {
    self.now = now.asVirtualTime
    self.processingDelay = processingDelay
  }

  /// Whether no action is scheduled.
  var isEmpty: Bool { actions.isEmpty }

  /// The number of scheduled actions.
  var count: Int { actions.count }

  /// When the next action is due; nil if none is scheduled.
  var nextDue: Duration? { heap.filter { actions[$0.number] != nil }.map(\.due).min() }

  /// Schedules an action and returns its number.
  ///
  /// If the time is not in the future, the action is due now, plus the processing delay.
  mutating func add(at time: Duration, _ action: @escaping Action) -> Int {
    let due = time > now ? time.asVirtualTime : now.virtualTime(after: processingDelay)
    let entry = Entry(due: due, number: nextNumber)
    nextNumber += 1
    actions[entry.number] = action
    heap.append(entry)
    siftUp()
    return entry.number
  }

  /// Removes an action and returns it, so that it can be released outside the lock.
  mutating func cancel(_ number: Int) -> Action? {
    let action = actions.removeValue(forKey: number)
    if heap.count > 64, actions.count < heap.count / 2 { forgetCancelled() }
    return action
  }

  /// Returns the next action that is due by the limit and advances the time to it.
  ///
  /// If there is none, the time advances to the limit. Without a limit every action is due, and the time stays at the
  /// last one.
  mutating func next(upTo limit: Duration?) -> Action? {
    while let first = heap.first {
      if let limit, first.due > limit { break }
      removeFirst()
      guard let action = actions.removeValue(forKey: first.number) else { continue }
      now = max(now, first.due)
      return action
    }
    if let limit { now = max(now, limit.asVirtualTime) }
    return nil
  }

  private mutating func forgetCancelled() {
    // A sorted array is a heap.
    heap = heap.filter { actions[$0.number] != nil }.sorted(by: <)
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[parent] else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
