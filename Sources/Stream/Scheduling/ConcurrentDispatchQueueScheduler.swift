public import Dispatch

/// Runs actions on a concurrent dispatch queue, several at a time.
///
/// Use it to start independent work. Streams keep their order on it.
///
/// ```swift
/// let content = reading.subscribe(on: ConcurrentDispatchQueueScheduler(qos: .utility))
/// ```
///
/// Actions begin in the order they were scheduled, but may end in another.
public struct ConcurrentDispatchQueueScheduler: Scheduler {
  private let queue: DispatchQueue

  /// Creates a scheduler that uses the given queue.
  public init(queue: DispatchQueue) { self.queue = queue }

  /// Creates a scheduler that uses the system's queue of the given quality of service.
  public init(qos: DispatchQoS.QoSClass = .default) { self.init(queue: .global(qos: qos)) }

  /// The time since the machine was started.
  public var now: Duration { .uptime }

  /// Runs the action on the queue.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    queue.async { scheduled.run() }
    return scheduled
  }

  /// Runs the action on the queue once the delay has passed.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    guard delay > .zero else { return schedule(action) }
    let scheduled = ScheduledAction(action)
    queue.asyncAfter(deadline: DispatchTime(uptime: now.addingClamped(delay))) { scheduled.run() }
    return scheduled
  }
}
