/// The calls that resume tasks of one exchange, so that a call within such a call leaves its task to the outer one.
///
/// Calls of different threads do not wait for each other: a transport may block while it resumes a task.
struct TaskResumptions: Sendable {
  private struct Call: Sendable {
    let thread: ObjectIdentifier
    var waiting: [any TransportTask] = []
  }

  private var calls: [Call] = []

  /// Returns the task if this thread must resume it now; nil if a call on this thread resumes it later.
  ///
  /// The caller then asks for the next task until there is none.
  mutating func begin(_ task: any TransportTask, on thread: ObjectIdentifier) -> (any TransportTask)? {
    if let index = calls.firstIndex(where: { $0.thread == thread }) {
      calls[index].waiting.append(task)
      return nil
    }
    calls.append(Call(thread: thread))
    return task
  }

  /// Returns the next task for this thread to resume; nil ends its call.
  mutating func next(on thread: ObjectIdentifier) -> (any TransportTask)? {
    guard let index = calls.firstIndex(where: { $0.thread == thread }) else { return nil }
    guard calls[index].waiting.isEmpty else { return calls[index].waiting.removeFirst() }
    calls.remove(at: index)
    return nil
  }
}
