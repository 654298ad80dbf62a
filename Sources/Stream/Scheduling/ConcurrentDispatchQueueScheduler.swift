public import Dispatch

/// Runs actions on a concurrent dispatch queue, several at a time.
///
/// Use it to start work that is independent of other work; streams keep their order on it all the same.
///
/// ```swift
/// let content = reading.subscribe(on: ConcurrentDispatchQueueScheduler(qos: .utility))
/// ```
///
/// Actions begin in the order they were scheduled, and need not end in it.
public struct ConcurrentDispatchQueueScheduler: Scheduler {
  private let queue: DispatchQueue

  /// A scheduler over a queue of yours.
  public init(queue: DispatchQueue) { self.queue = queue }

  /// A scheduler over the system's queue of that quality of service.
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
    queue.asyncAfter(deadline: DispatchTime(uptime: now + delay)) { scheduled.run() }
    return scheduled
  }
}
