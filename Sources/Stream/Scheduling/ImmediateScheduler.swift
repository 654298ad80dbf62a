/// Runs an action on the calling thread, before `schedule` returns.
///
/// Use it where a scheduler is required but not needed.
///
/// ```swift
/// ImmediateScheduler().schedule { print("now") }
/// ```
///
/// A delay would block the caller, so a delayed action runs on a background queue instead.
public struct ImmediateScheduler: Scheduler {
  /// Creates an immediate scheduler.
  ///
  /// All instances behave the same.
  public init() {}

  /// The time since the machine was started.
  public var now: Duration { .uptime }

  /// Runs the action before it returns.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return EmptyDisposable()
  }

  /// Runs the action before it returns, or on a background queue if there is a delay.
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

extension Scheduler where Self == ImmediateScheduler {
  /// Runs actions on the calling thread.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
