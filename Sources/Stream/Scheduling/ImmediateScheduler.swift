import Dispatch

/// Runs an action on the calling thread, before `schedule` returns.
///
/// Use it where a scheduler is asked for and none is wanted.
///
/// ```swift
/// ImmediateScheduler().schedule { print("now") }
/// ```
///
/// A delay cannot be had without blocking the caller: a delayed action runs on a background queue instead.
public struct ImmediateScheduler: Scheduler {
  /// Makes one.
  ///
  /// All are alike.
  public init() {}

  /// The time since the machine was started.
  public var now: Duration { .uptime }

  /// Runs the action before it returns.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return EmptyDisposable()
  }

  /// Runs the action before it returns, or on a background queue when there is a delay to wait for.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    guard delay > .zero else { return schedule(action) }
    let scheduled = ScheduledAction(action)
    DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptime: now + delay)) { scheduled.run() }
    return scheduled
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

extension Scheduler where Self == ImmediateScheduler {
  /// Runs actions on the calling thread.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
