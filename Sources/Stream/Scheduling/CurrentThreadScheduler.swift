/// Runs actions on the calling thread, one after another; an action scheduled inside another runs after it.
///
/// Use it to turn recursion into a loop.
///
/// ```swift
/// CurrentThreadScheduler().schedule {
///   CurrentThreadScheduler().schedule { print("second") }
///   print("first")
/// }
/// ```
///
/// The outermost `schedule` returns when all actions have run. A delay would block the caller, so a delayed action runs
/// on a background queue instead. An action scheduled by a `Task` that was started inside another action joins the
/// queue of that action while it exists.
public struct CurrentThreadScheduler: Scheduler {
  @TaskLocal private static var line: Line?

  /// The same as ``Scheduler/currentThread``, for code that names the scheduler's type.
  public static var instance: CurrentThreadScheduler { CurrentThreadScheduler() }

  /// Creates a current-thread scheduler.
  ///
  /// All instances share the queue of the thread they are used on.
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

  /// Runs the action like `schedule(_:)`, or on a background queue if there is a delay.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    guard delay > .zero else { return schedule(action) }
    return ConcurrentDispatchQueueScheduler().schedule(after: delay, action)
  }

  /// Runs the action repeatedly, on a background queue.
  ///
  /// On the calling thread it could not be cancelled, because there is nothing to dispose of before this returns.
  @discardableResult
  public func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    ConcurrentDispatchQueueScheduler().schedulePeriodic(startAfter: delay, period: period, action)
  }
}

extension Scheduler where Self == CurrentThreadScheduler {
  /// Runs actions on the calling thread, one after another.
  public static var currentThread: CurrentThreadScheduler { CurrentThreadScheduler() }
}

/// The actions that wait on one thread; closed once it is empty.
private final class Line: Sendable {
  private let waiting = Lock<FIFO<ScheduledAction>?>(FIFO())

  /// Adds an action, or returns false if the line is closed.
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
