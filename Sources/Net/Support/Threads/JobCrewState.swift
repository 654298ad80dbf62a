/// The state of a ``JobCrew`` as a pure value: the jobs that wait, and whether a thread of the crew leads.
struct JobCrewState: Sendable {
  /// What the leader does next.
  enum Turn: Sendable {
    case job(JobCrew.Job)
    case sleep
    case end
  }

  private var jobs = FIFO<JobCrew.Job>()
  private var isLed = false
  private var isAsleep = false
  private var isOver = false

  /// Adds a job; returns whether the caller must start a leader, and whether it must wake the one that there is.
  mutating func add(_ job: @escaping JobCrew.Job) -> (begins: Bool, wakes: Bool) {
    jobs.append(job)
    defer { (isLed, isAsleep) = (true, false) }
    return (!isLed, isAsleep)
  }

  /// Returns the next turn of the leader.
  mutating func next() -> Turn {
    if let job = jobs.popFirst() { return .job(job) }
    isAsleep = !isOver
    isLed = !isOver
    return isOver ? .end : .sleep
  }

  /// Returns whether the leader ends, because no job arrived.
  ///
  /// If false, a signal for it is on its way.
  mutating func endsIdle() -> Bool {
    guard isAsleep else { return false }
    (isAsleep, isLed) = (false, false)
    return true
  }

  /// No leader could be started, so the next job tries again.
  mutating func refused() { isLed = false }

  /// Returns the next job for a thread that could not start a leader; nil if there is none, or if a leader does it.
  mutating func takeWithoutLeader() -> JobCrew.Job? { isLed ? nil : jobs.popFirst() }

  /// Ends the crew when all jobs are done; returns whether there is a leader, and whether the caller must wake it.
  mutating func finish() -> (isLed: Bool, wakes: Bool) {
    isOver = true
    defer { isAsleep = false }
    return (isLed, isAsleep)
  }
}
