/// The calls of the policies of one request, and the tasks of those that are asynchronous.
///
/// It does not retain the request, because what a policy starts may outlive it.
final class PolicyCalls: Sendable {
  /// The calls of the request whose policy runs on this task; tasks that the policy creates inherit them.
  @TaskLocal static var current: PolicyCalls?

  private struct State: Sendable {
    /// The running tasks by number; nil until one is stored.
    var tasks: [Int: Task<Void, Never>?] = [:]
    var last = 0
    var isCancelled = false

    mutating func begin() -> Int {
      last += 1
      tasks.updateValue(nil, forKey: last)
      return last
    }

    /// Stores a task unless it has ended; returns whether it must be cancelled.
    mutating func keep(_ task: Task<Void, Never>, number: Int) -> Bool {
      if !isCancelled, tasks[number] != nil { tasks.updateValue(task, forKey: number) }
      return isCancelled
    }
  }

  /// The identity of the session that sends the request.
  let session: any AnyObject & Sendable
  private let state = Lock(State())

  init(in session: any AnyObject & Sendable) { self.session = session }

  /// Runs an asynchronous policy in a task, which is cancelled with the request whose policy is called.
  static func run(_ policy: @escaping @Sendable () async -> Void) {
    guard let calls = current else {
      Task { await policy() }
      return
    }
    calls.run(policy)
  }

  private func run(_ policy: @escaping @Sendable () async -> Void) {
    let number = state.withLock { $0.begin() }
    let task = Task {
      await policy()
      _ = state.withLock { $0.tasks.removeValue(forKey: number) }
    }
    if state.withLock({ $0.keep(task, number: number) }) { task.cancel() }
  }

  /// Cancels the tasks, including those that begin later.
  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      defer { state.tasks = [:] }
      return state.tasks.values.compactMap(\.self)
    }
    for task in tasks { task.cancel() }
  }
}
