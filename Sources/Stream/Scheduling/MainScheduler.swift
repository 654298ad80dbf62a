import Dispatch

/// Runs actions on the main thread, one at a time.
///
/// ```swift
/// let subscription = user.observe(on: .main).subscribe(onSuccess: { print($0) })
/// ```
///
/// An action never runs inside `schedule`, not even when that is called on the main thread: so an order once
/// seen is the order always. A synchronous program on Linux has to drain the main queue by itself
/// (`dispatchMain()`).
public struct MainScheduler: Scheduler {
  private let scheduler = SerialDispatchQueueScheduler(serialQueue: .main)

  /// The same as ``Scheduler/main``, for where a scheduler is named by its type.
  public static var instance: MainScheduler { MainScheduler() }

  /// The same: an action never runs inside `schedule`, so there is no other kind.
  public static var asyncInstance: MainScheduler { MainScheduler() }

  /// Makes one.
  ///
  /// All run their actions in one queue.
  public init() {}

  /// The time since the machine was started.
  public var now: Duration { scheduler.now }

  /// Runs the action on the main thread, after those that wait already.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(action)
  }

  /// Runs the action on the main thread once the delay has passed.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    scheduler.schedule(after: delay, action)
  }
}

extension Scheduler where Self == MainScheduler {
  /// The main thread: `observe(on: .main)`.
  public static var main: MainScheduler { MainScheduler() }
}
