import Synchronization

/// Threads that take turns leading: one does the work, and if it blocks, another one continues.
///
/// ```text
/// lead ──calls out──▶ away ──back in time──▶ lead
///                      └──another has taken over──▶ spare ──▶ watcher ──takes over──▶ lead
/// ```
///
/// The leader announces each call of code that may block, with a few atomic operations. The watcher checks a counter
/// every millisecond, and takes over if the same call is still running. So a short call, as nearly all are, costs other
/// threads nothing, and a call that blocks delays only itself. After one call has blocked, others are likely to, so the
/// watcher checks ten times as often for a while. A leader that only waits for a processor is no reason for that
/// (``CrewAbsence``).
///
/// There is no watcher while nothing happens, and a spare thread without work ends.
final class ThreadCrew: Sendable {
  /// The maximum number of threads.
  ///
  /// When all except the leader are away, nothing that may block is called until one is back.
  static let limit = 128

  private struct Members: Sendable {
    var count = 0
    /// The number of threads that wait for work.
    var spares = 0
    /// How many times to continue without starting a thread, after the system has refused one.
    var patience = 0
  }

  /// How a watcher was found.
  private enum Source: Sendable {
    case watched, spare, new, none
  }

  /// Even while the leader works, odd while it is away.
  ///
  /// It only increases, so no two calls have the same number.
  private let turn = Atomic<UInt64>(0)
  /// The system's number of the thread that leads, set before it ensures that there is a watcher.
  private let leader = Atomic<Int32>(0)
  private let isWatched = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  /// How many more times the watcher checks at the shorter interval.
  private let frequentChecks = Atomic<Int>(0)
  private let members = Lock(Members())
  private let wakeUp = SteadySemaphore()
  private let end = SteadySemaphore()
  private let limit: Int
  private let name: StaticString

  /// - Parameters:
  ///   - name: The name of the threads.
  ///   - limit: The maximum number of threads. With 0 none starts, as if the system refused each.
  init(_ name: StaticString, limit: Int = ThreadCrew.limit) {
    self.name = name
    self.limit = limit
  }

  /// Starts a thread that leads; returns false if the system refuses.
  ///
  /// No other thread may be leading.
  func begin(_ duty: some CrewDuty) -> Bool {
    guard limit > 0 else { return false }
    members.withLock { $0.count += 1 }
    guard start(duty, leads: true) else {
      members.withLock { $0.count -= 1 }
      return false
    }
    return true
  }

  /// Ends the threads that have no work, and the others when they are back.
  ///
  /// No thread may be leading.
  func finish() {
    isOver.store(true, ordering: .sequentiallyConsistent)
    let count = members.withLock { $0.count }
    for _ in 0..<count {
      wakeUp.signal()
      end.signal()
    }
  }

  // MARK: - The leader

  /// Returns whether the leader may call a closure that may block: another thread can take over, or no thread is away
  /// that could come back.
  func mayCallOut(_ duty: some CrewDuty) -> Bool {
    isWatched.load(ordering: .relaxed) || ensureWatcher(duty) || members.withLock { $0.count <= 1 }
  }

  /// Calls code that may block; returns false if another thread leads by now.
  ///
  /// Then the caller must not access the leader's state.
  func callOut(_ duty: some CrewDuty, _ body: () -> Void) -> Bool {
    let left = turn.load(ordering: .relaxed) + 1
    // Both are sequentially consistent: either the watcher that stops watching sees that the leader is away, or the
    // leader sees that there is no watcher.
    turn.store(left, ordering: .sequentiallyConsistent)
    if !isWatched.load(ordering: .sequentiallyConsistent) { _ = ensureWatcher(duty) }
    body()
    return turn.compareExchange(expected: left, desired: left + 1, ordering: .acquiringAndReleasing).exchanged
  }

  /// Ensures that a thread watches the leader; returns false if none is available.
  private func ensureWatcher(_ duty: some CrewDuty) -> Bool {
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

  // MARK: - Threads

  private func start(_ duty: some CrewDuty, leads: Bool) -> Bool {
    PackageThread.start(name) {
      CrewThread.$current.withValue(duty) {
        var continues = true
        if leads {
          self.lead(duty)
          continues = self.rest()
        }
        while continues {
          if self.watch() { self.lead(duty) }
          continues = self.rest()
        }
      }
    }
  }

  private func lead(_ duty: some CrewDuty) {
    leader.store(PackageThread.number, ordering: .relaxed)
    duty.lead()
  }

  /// Waits until the thread must watch; returns false if the thread ends.
  private func rest() -> Bool {
    members.withLock { $0.spares += 1 }
    while true {
      if wakeUp.wait(microseconds: Self.idleTime) { return !leaves(isWoken: true) }
      if leaves(isWoken: false) { return false }
    }
  }

  /// Returns whether the thread ends, because the crew has finished or there was no work for a long time.
  private func leaves(isWoken: Bool) -> Bool {
    members.withLock { members in
      let isOver = isOver.load(ordering: .relaxed)
      if isWoken, !isOver { return false }
      // If no thread is spare, a signal for this one is on its way.
      guard isOver || members.spares > 0 else { return false }
      members.spares -= 1
      members.count -= 1
      return true
    }
  }

  /// Watches the leader; returns true when this thread takes over.
  private func watch() -> Bool {
    var seen = turn.load(ordering: .acquiring)
    var quiet = 0
    var absence = absence(in: seen)
    while !isOver.load(ordering: .relaxed) {
      _ = end.wait(microseconds: pause())
      let now = turn.load(ordering: .acquiring)
      if now != seen {
        (seen, quiet) = (now, 0)
        absence = self.absence(in: now)
      } else if now & 1 == 1 {
        guard let isBlocked = blocks(&absence),
          turn.compareExchange(expected: now, desired: now + 1, ordering: .acquiringAndReleasing).exchanged
        else { continue }
        if isBlocked { frequentChecks.store(Self.frequentCheckCount, ordering: .relaxed) }
        isWatched.store(false, ordering: .sequentiallyConsistent)
        return true
      } else {
        quiet += 1
        if quiet >= Self.quietLimit, stopWatching() { return false }
      }
    }
    return false
  }

  /// The absence of the leader that begins to be watched, if it is away in this turn.
  private func absence(in turn: UInt64) -> CrewAbsence? {
    guard turn & 1 == 1 else { return nil }
    let leader = leader.load(ordering: .relaxed)
    return CrewAbsence(at: DispatchTimer.uptime, used: PackageThread.processorTime(of: leader))
  }

  /// Returns whether the leader, which is still away, blocks or computes; nil to wait for it.
  private func blocks(_ absence: inout CrewAbsence?) -> Bool? {
    let leader = leader.load(ordering: .relaxed)
    let verdict = absence?.look(
      at: DispatchTimer.uptime, used: PackageThread.processorTime(of: leader),
      isReady: PackageThread.isReady(leader))
    switch verdict {
    case .waits: return nil
    case .takesOver(let hastens): return hastens
    case nil: return true
    }
  }

  private func pause() -> Int {
    let left = frequentChecks.load(ordering: .relaxed)
    guard left > 0 else { return Self.pauseTime }
    frequentChecks.store(left - 1, ordering: .relaxed)
    return Self.shortPauseTime
  }

  /// Returns whether the thread can stop watching: the leader is not away, and will ensure a watcher before it is.
  private func stopWatching() -> Bool {
    isWatched.store(false, ordering: .sequentiallyConsistent)
    guard turn.load(ordering: .sequentiallyConsistent) & 1 == 1 else { return true }
    return members.withLock { _ in
      // Unless another thread has begun to watch meanwhile.
      !isWatched.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    }
  }

  /// The watcher's interval in microseconds, and the one after a call has blocked.
  private static let pauseTime = 1_000
  private static let shortPauseTime = 100
  private static let frequentCheckCount = 256
  /// How many times the watcher sees no change before it stops.
  private static let quietLimit = 8
  /// How long a thread without work stays, in microseconds.
  private static let idleTime = 5_000_000
  private static let patience = 256
}

/// The work of a crew.
protocol CrewDuty: AnyObject, Sendable {
  /// Does the work until another thread leads, or the work is done.
  func lead()

  /// Runs a job soon, in turn with other work, on one of the threads.
  func add(_ job: @escaping @Sendable () -> Void)
}

/// The crew of the current thread, if there is one.
enum CrewThread {
  /// Jobs added to it do not wait for the call that adds them, even if that blocks.
  @TaskLocal static var current: (any CrewDuty)?
}
