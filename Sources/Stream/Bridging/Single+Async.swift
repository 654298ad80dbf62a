import Synchronization

extension Single {
  /// Creates a single from an asynchronous operation.
  ///
  /// ```swift
  /// let number = Single { try await slowNumber() }
  /// ```
  ///
  /// Each subscription runs the operation in its own task, which is cancelled once, at disposal (law 2). The result is
  /// delivered on the task's thread, so virtual time does not apply.
  public init(_ operation: @escaping @Sendable () async throws -> Element) {
    self = .create { single in
      let task = Task {
        do { single(.success(try await operation())) } catch { single(.failure(error)) }
      }
      return Disposables.create { task.cancel() }
    }
  }

  /// Starts the work and waits for its result.
  ///
  /// ```swift
  /// func answer() async throws -> Int { try await Single.just(42).value }
  /// ```
  ///
  /// Cancelling the waiting task disposes of the work and throws `CancellationError` (law 17). A single whose result is
  /// ready does not suspend.
  public var value: Element {
    get async throws {
      try Task.checkCancellation()
      switch start() {
      case .success(let element): return element
      case .failure(let error): throw error
      case .pending(let attach): return try await Waiter<Element>().wait(for: attach)
      }
    }
  }
}

/// Resumes one suspended task with one result, exactly once.
///
/// Its ``Slot`` holds the handle of the single.
private final class Waiter<Element: Sendable>: Slot, @unchecked Sendable {  // A constant lock.
  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Element, any Error>)
    case finished
  }

  private let state = Lock(State.idle)

  func wait(for attach: @escaping @Sendable (SingleSink<Element>) -> Void) async throws -> Element {
    // Retained as long as the task waits.
    let token =
      SubscriptionWatch.isUsed.load(ordering: .relaxed)
      ? SubscriptionWatch.token(Element.self) { [weak self] in self?.cancel() } : nil
    defer { withExtendedLifetime(token) {} }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if case .finished = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        // Attached even when cancelled: the work may already have started, and the closed slot disposes of it.
        attach(SingleSink(slot: self) { self.finish($0) })
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    dispose()
    finish(.failure(CancellationError()))
  }

  private func finish(_ result: SingleEvent<Element>) {
    let waiting: CheckedContinuation<Element, any Error>? = state.withLock { state in
      defer { state = .finished }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    _ = close()
    waiting?.resume(with: result)
  }
}
