import Dispatch

/// Runs actions on the main thread, one at a time.
///
/// ```swift
/// let subscription = user.observe(on: .main).subscribe(onSuccess: { print($0) })
/// ```
///
/// An action never runs inside `schedule`, even on the main thread, so the order does not depend on the calling thread.
/// A synchronous program on Linux must drain the main queue itself (`dispatchMain()`).
public struct MainScheduler: Scheduler {
  private let scheduler = SerialDispatchQueueScheduler(serialQueue: .main)

  /// The same as ``Scheduler/main``, for code that names the scheduler's type.
  public static var instance: MainScheduler { MainScheduler() }

  /// The same as ``instance``, because an action never runs inside `schedule`.
  public static var asyncInstance: MainScheduler { MainScheduler() }

  /// Creates a main scheduler.
  ///
  /// All instances use the main queue.
  public init() {}

  /// The time since the machine was started.
  public var now: Duration { scheduler.now }

  /// Runs the action on the main thread, after those that are already waiting.
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
  /// A scheduler for the main thread, as in `observe(on: .main)`.
  public static var main: MainScheduler { MainScheduler() }
}
