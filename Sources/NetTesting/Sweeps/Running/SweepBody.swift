import Net

/// The code that a sweep runs: asynchronous, with a completion handler, or a stream.
struct SweepBody<Value: Sendable>: Sendable {
  /// Called with the result of the body; the second call is a misuse.
  typealias End = @Sendable (Result<Value, any Error>) -> Void

  /// Starts the body, and returns how to cancel it.
  let start: @Sendable (SweepNetwork, SweepExecutor, @escaping End) -> @Sendable () -> Void
  /// Whether a run in which the body does not end fails, whatever its checks: the body calls a completion handler.
  private(set) var mustEnd = false
  /// The `==` of the values, found where the sweep is called: its runs are compared on other threads.
  let equality = TypeEquality(of: Value.self)

  /// A body of any kind.
  init(
    mustEnd: Bool = false,
    start: @escaping @Sendable (SweepNetwork, SweepExecutor, @escaping End) -> @Sendable () -> Void
  ) {
    self.start = start
    self.mustEnd = mustEnd
  }

  /// An asynchronous body, which runs under the executor of the sweep and is cancelled as a task.
  init(_ body: @escaping @Sendable (SweepNetwork) async throws -> Value) {
    start = { network, executor, end in
      let task = Task(executorPreference: executor) {
        do { end(.success(try await body(network))) } catch { end(.failure(error)) }
      }
      return { task.cancel() }
    }
  }

  /// A body that calls a completion handler; it is cancelled by cancelling all requests of its network.
  init(
    completion body:
      @escaping @Sendable (SweepNetwork, @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) {
    mustEnd = true
    start = { network, _, end in
      body(network, end)
      return { network.cancelAll() }
    }
  }
}
