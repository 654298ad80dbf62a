/// Runs actions on the calling thread, one after the other: one that is scheduled inside another waits for its end.
///
/// Use it to make a loop of a recursion.
///
/// ```swift
/// CurrentThreadScheduler().schedule {
///   CurrentThreadScheduler().schedule { print("second") }
///   print("first")
/// }
/// ```
///
/// The outermost `schedule` returns when all are done. A delay cannot be had without blocking the caller: a delayed
/// action runs on a background queue instead. An action scheduled by a `Task` that was started inside another action
/// joins that one's line while it lasts.
public struct CurrentThreadScheduler: Scheduler {
  @TaskLocal private static var line: Line?

  /// The same as ``Scheduler/currentThread``, for where a scheduler is named by its type.
  public static var instance: CurrentThreadScheduler { CurrentThreadScheduler() }

  /// Makes one.
  ///
  /// All share the line of the thread they are used on.
  public init() {}

  /// The time since the machine was started.
  public var now: Duration { .uptime }

  /// Runs the action before it returns, or, inside another action, after that one.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    if let line = Self.line, line.add(scheduled) { return scheduled }
    let line = Line()
    Self.$line.withValue(line) {
      scheduled.run()
      while let next = line.next() { next.run() }
    }
    return scheduled
  }

  /// Runs the action as `schedule(_:)` does, or on a background queue when there is a delay to wait for.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    guard delay > .zero else { return schedule(action) }
    return ConcurrentDispatchQueueScheduler().schedule(after: delay, action)
  }

  /// Runs the action on a background queue: here it could not be cancelled, as there is nothing to dispose of before
  /// this returns.
  @discardableResult
  public func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    ConcurrentDispatchQueueScheduler().schedulePeriodic(startAfter: delay, period: period, action)
  }
}

extension Scheduler where Self == CurrentThreadScheduler {
  /// Runs actions on the calling thread, one after the other.
  public static var currentThread: CurrentThreadScheduler { CurrentThreadScheduler() }
}

/// What waits on one thread; closed once nothing does.
private final class Line: Sendable {
  private let waiting = Lock<FIFO<ScheduledAction>?>(FIFO())

  /// False when it is closed.
  func add(_ action: ScheduledAction) -> Bool {
    waiting.withLock { waiting in
      waiting?.append(action)
      return waiting != nil
    }
  }

  func next() -> ScheduledAction? {
    waiting.withLock { waiting in
      let next = waiting?.popFirst()
      if next == nil { waiting = nil }
      return next
    }
  }
}
