import Synchronization

/// Threads that take turns at leading: one does the work, and when it is away for long, another goes on with it.
///
/// ```text
/// lead ──calls out──▶ away ──back in time──▶ lead
///                      └──another has taken over──▶ spare ──▶ watcher ──takes over──▶ lead
/// ```
///
/// Who leads says so before it calls code that may block. That costs two atomic exchanges. The watcher looks at a number
/// every millisecond: where the same call is still under way, it takes over. So a call that is short, as nearly all are, costs
/// no other thread anything, and a call that blocks holds nothing up but itself. Where one call has blocked, others are
/// likely to, so the watcher looks ten times as often for a while.
///
/// There is no watcher while nothing happens, and a spare thread that is not needed ends.
final class ThreadCrew: Sendable {
  /// How many threads there may be.
  ///
  /// When all but the leader are away, nothing that may block is called until one is back.
  static let limit = 128

  private struct Members: Sendable {
    var count = 0
    /// Those that wait for something to do.
    var spares = 0
    /// So many times a thread is not asked for, after the system has refused one.
    var patience = 0
  }

  /// Where a watcher comes from.
  private enum Source: Sendable {
    case watched, spare, new, none
  }

  /// Even while the leader works, odd while it is away.
  ///
  /// Each step is one more, so no two calls have the same number.
  private let turn = Atomic<UInt64>(0)
  private let isWatched = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  /// So many times the watcher looks more often.
  private let haste = Atomic<Int>(0)
  private let members = Lock(Members())
  private let wakeUp = SteadySemaphore()
  private let end = SteadySemaphore()
  private let limit: Int
  private let name: StaticString

  /// - Parameters:
  ///   - name: What its threads are called.
  ///   - limit: The most threads.
  init(_ name: StaticString, limit: Int = ThreadCrew.limit) {
    self.name = name
    self.limit = limit
  }

  /// How many threads there are.
  var count: Int { members.withLock { $0.count } }

  /// Starts a thread that leads; false when the system has none.
  ///
  /// Nobody may lead at that moment.
  func begin(_ duty: some CrewDuty) -> Bool {
    members.withLock { $0.count += 1 }
    guard start(duty, leads: true) else {
      members.withLock { $0.count -= 1 }
      return false
    }
    return true
  }

  /// Ends all threads that have nothing to do, and others when they come back.
  ///
  /// Nobody leads any more.
  func finish() {
    isOver.store(true, ordering: .sequentiallyConsistent)
    let count = members.withLock { $0.count }
    for _ in 0..<count {
      wakeUp.signal()
      end.signal()
    }
  }

  // MARK: - The leader

  /// Whether the leader may call out: somebody can take over, or nobody is away who could come back.
  func mayCallOut(_ duty: some CrewDuty) -> Bool {
    isWatched.load(ordering: .relaxed) || summon(duty) || members.withLock { $0.count <= 1 }
  }

  /// Calls code that may block; false when another thread leads by now.
  ///
  /// Then the caller must not touch what the leader has to itself.
  func callOut(_ duty: some CrewDuty, _ body: () -> Void) -> Bool {
    let left = turn.load(ordering: .relaxed) + 1
    // Sequentially consistent, both: either the watcher that stops watching sees that the leader is away, or the leader
    // sees that nobody watches.
    turn.store(left, ordering: .sequentiallyConsistent)
    if !isWatched.load(ordering: .sequentiallyConsistent) { _ = summon(duty) }
    body()
    return turn.compareExchange(expected: left, desired: left + 1, ordering: .acquiringAndReleasing).exchanged
  }

  /// Has somebody watch; false when there is no thread for it.
  private func summon(_ duty: some CrewDuty) -> Bool {
    let source: Source = members.withLock { members in
      if isWatched.load(ordering: .relaxed) { return .watched }
      if members.spares > 0 {
        members.spares -= 1
        isWatched.store(true, ordering: .sequentiallyConsistent)
        return .spare
      }
      if members.patience > 0 {
        members.patience -= 1
        return .none
      }
      guard members.count < limit else { return .none }
      members.count += 1
      isWatched.store(true, ordering: .sequentiallyConsistent)
      return .new
    }
    switch source {
    case .watched: return true
    case .none: return false
    case .spare:
      wakeUp.signal()
      return true
    case .new:
      if start(duty, leads: false) { return true }
      members.withLock { members in
        members.count -= 1
        members.patience = Self.patience
        isWatched.store(false, ordering: .sequentiallyConsistent)
      }
      return false
    }
  }

  // MARK: - Each thread

  private func start(_ duty: some CrewDuty, leads: Bool) -> Bool {
    PackageThread.start(name) {
      CrewThread.$current.withValue(duty) {
        var goesOn = true
        if leads {
          duty.lead()
          goesOn = self.rest()
        }
        while goesOn {
          if self.watch() { duty.lead() }
          goesOn = self.rest()
        }
      }
    }
  }

  /// Waits until it is to watch; false when this thread ends.
  private func rest() -> Bool {
    members.withLock { $0.spares += 1 }
    while true {
      if wakeUp.wait(microseconds: Self.idleTime) { return !leaves(isSummoned: true) }
      if leaves(isSummoned: false) { return false }
    }
  }

  /// Whether the thread ends, because all is over or there was nothing to do for long.
  private func leaves(isSummoned: Bool) -> Bool {
    members.withLock { members in
      let isOver = isOver.load(ordering: .relaxed)
      if isSummoned, !isOver { return false }
      // Without a spare thread, a signal for this one is on its way.
      guard isOver || members.spares > 0 else { return false }
      members.spares -= 1
      members.count -= 1
      return true
    }
  }

  /// Watches the leader; true when this thread leads.
  private func watch() -> Bool {
    var seen = turn.load(ordering: .acquiring)
    var quiet = 0
    while !isOver.load(ordering: .relaxed) {
      _ = end.wait(microseconds: pause())
      let now = turn.load(ordering: .acquiring)
      if now != seen {
        (seen, quiet) = (now, 0)
      } else if now & 1 == 1 {
        guard
          turn.compareExchange(expected: now, desired: now + 1, ordering: .acquiringAndReleasing).exchanged
        else { continue }
        haste.store(Self.hasteCount, ordering: .relaxed)
        isWatched.store(false, ordering: .sequentiallyConsistent)
        return true
      } else {
        quiet += 1
        if quiet >= Self.quietLimit, stopWatching() { return false }
      }
    }
    return false
  }

  private func pause() -> Int {
    let left = haste.load(ordering: .relaxed)
    guard left > 0 else { return Self.pauseTime }
    haste.store(left - 1, ordering: .relaxed)
    return Self.shortPauseTime
  }

  /// Whether the thread need not watch any more: the leader is not away, and will summon it before it is.
  private func stopWatching() -> Bool {
    isWatched.store(false, ordering: .sequentiallyConsistent)
    guard turn.load(ordering: .sequentiallyConsistent) & 1 == 1 else { return true }
    return members.withLock { _ in
      // Unless another thread was summoned meanwhile.
      !isWatched.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    }
  }

  /// In microseconds: how long the watcher pauses, and how long while calls are known to block.
  private static let pauseTime = 1_000
  private static let shortPauseTime = 100
  private static let hasteCount = 256
  /// So many times the watcher sees nothing happen before it rests.
  private static let quietLimit = 8
  /// In microseconds: how long a thread without work stays.
  private static let idleTime = 5_000_000
  private static let patience = 256
}

/// What the threads of a crew do.
protocol CrewDuty: AnyObject, Sendable {
  /// Does the work until another thread leads, or until there is none.
  func lead()

  /// Does something soon, in turn with other work, on one of the threads.
  func add(_ job: @escaping @Sendable () -> Void)
}

/// The thread that something is called on, if it is one of a crew's.
enum CrewThread {
  /// What a call that blocks here does not hold up, though it has been added from here.
  @TaskLocal static var current: (any CrewDuty)?
}
