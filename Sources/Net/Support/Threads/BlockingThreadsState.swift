/// The state of ``BlockingThreads`` as a pure value: the jobs that wait, and the threads that there are.
///
/// ```text
/// start ──▶ on its way ──arrived──▶ job ──next──▶ job ──no more──▶ idle ──▶ left
///               ▲                                                   │
///               └──────────────────────── wake ─────────────────────┘
/// ```
///
/// One thread at a time is on its way to the jobs. When it takes one and others wait, it sends for the next thread. So
/// a job that blocks holds up the others only until a thread has started, and many short jobs that arrive together share
/// a few threads.
struct BlockingThreadsState: Sendable {
  typealias Job = @Sendable () -> Void

  /// How another thread comes to the jobs.
  enum ThreadRequest: Sendable, Equatable {
    case start, wake, none
  }

  /// What a thread does next.
  enum Turn: Sendable {
    case run(Job, ThreadRequest)
    case rest, leave
  }

  /// The number of threads, including those on their way.
  private(set) var count = 0
  private let limit: Int
  private var jobs = FIFO<Job>()
  /// The number of threads that wait to be woken.
  private var idle = 0
  private var isOneOnItsWay = false
  private var isFinished = false

  /// - Parameter limit: The maximum number of threads.
  init(limit: Int) { self.limit = limit }

  /// Adds a job; returns how the caller must send for a thread.
  mutating func add(_ job: @escaping Job) -> ThreadRequest {
    jobs.append(job)
    return requestThread()
  }

  /// The thread that was on its way is there, and asks for its turn next.
  mutating func arrive() { isOneOnItsWay = false }

  /// Returns the next turn of a thread that has arrived or has done its job.
  mutating func next() -> Turn {
    if let job = jobs.popFirst() { return .run(job, requestThread()) }
    if isFinished {
      count -= 1
      return .leave
    }
    idle += 1
    return .rest
  }

  /// Returns whether a thread that was not woken for a long time leaves; false if it is being woken.
  mutating func leavesIdle() -> Bool {
    guard idle > 0 else { return false }
    idle -= 1
    count -= 1
    return true
  }

  /// Called when the system refuses to start a thread; returns the waiting jobs, because no thread may come for them.
  mutating func refused() -> FIFO<Job> {
    isOneOnItsWay = false
    count -= 1
    defer { jobs = FIFO() }
    return jobs
  }

  /// Lets the threads leave when all jobs are done; returns how many of them must be woken.
  mutating func finish() -> Int {
    isFinished = true
    defer { idle = 0 }
    return idle
  }

  private mutating func requestThread() -> ThreadRequest {
    guard !jobs.isEmpty, !isOneOnItsWay else { return .none }
    if idle > 0 {
      idle -= 1
      isOneOnItsWay = true
      return .wake
    }
    guard count < limit else { return .none }
    count += 1
    isOneOnItsWay = true
    return .start
  }
}
