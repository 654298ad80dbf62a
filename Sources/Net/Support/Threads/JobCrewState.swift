/// The state of a ``JobCrew`` as a pure value: the jobs that wait, and whether a thread of the crew leads.
struct JobCrewState: Sendable {
  /// What the leader does next.
  enum Turn: Sendable {
    case job(JobCrew.Job, callsOut: Bool)
    case sleep
    case end
  }

  private struct Entry: Sendable {
    var job: JobCrew.Job
    /// Whether the job calls code of the user, which may block.
    var callsOut: Bool
  }

  private var jobs = FIFO<Entry>()
  private var isLed = false
  private var isAsleep = false
  private var isOver = false

  /// Adds a job; returns whether the caller must start a leader, and whether it must wake the one that there is.
  mutating func add(_ job: @escaping JobCrew.Job, callsOut: Bool = true) -> (begins: Bool, wakes: Bool) {
    jobs.append(Entry(job: job, callsOut: callsOut))
    defer { (isLed, isAsleep) = (true, false) }
    return (!isLed, isAsleep)
  }

  /// Returns the next turn of the leader.
  mutating func next() -> Turn {
    if let entry = jobs.popFirst() { return .job(entry.job, callsOut: entry.callsOut) }
    isAsleep = !isOver
    isLed = !isOver
    return isOver ? .end : .sleep
  }

  /// Returns the next job that does not call code of the user, for a leader that cannot run the others.
  mutating func takeInternal() -> JobCrew.Job? { jobs.removeFirst { !$0.callsOut }?.job }

  /// Returns whether the leader ends, because no job arrived.
  ///
  /// If false, a signal for it is on its way.
  mutating func endsIdle() -> Bool {
    guard isAsleep else { return false }
    (isAsleep, isLed) = (false, false)
    return true
  }

  /// Called when no leader could be started, so the next job tries again.
  mutating func refused() { isLed = false }

  /// Returns the next job for a thread that could not start a leader; nil if there is none, or if a leader does it.
  mutating func takeWithoutLeader() -> JobCrew.Job? { isLed ? nil : jobs.popFirst()?.job }

  /// Ends the crew when all jobs are done; returns whether there is a leader, and whether the caller must wake it.
  mutating func finish() -> (isLed: Bool, wakes: Bool) {
    isOver = true
    defer { isAsleep = false }
    return (isLed, isAsleep)
  }
}
