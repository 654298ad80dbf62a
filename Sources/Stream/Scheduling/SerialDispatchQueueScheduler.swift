public import Dispatch

/// Runs actions one at a time, on a serial dispatch queue.
///
/// Use it to move work off the main thread and keep its order.
///
/// ```swift
/// let background = SerialDispatchQueueScheduler(internalSerialQueueName: "parsing")
/// let parsed = lines.observe(on: background).map { $0.count }
/// ```
///
/// Delayed actions run in the order of their due times, and among equal times in the order they were scheduled.
public struct SerialDispatchQueueScheduler: Scheduler {
  private let queue: DispatchQueue
  private let timetable: Timetable

  /// Creates a scheduler that uses a dedicated queue.
  public init(
    internalSerialQueueName name: String = "stream.serial-scheduler", qos: DispatchQoS = .default
  ) {
    self.init(serialQueue: DispatchQueue(label: name, qos: qos))
  }

  /// Creates a scheduler that uses the given queue, serial or concurrent, through a serial queue that targets it.
  public init(
    queue: DispatchQueue, internalSerialQueueName name: String = "stream.serial-scheduler"
  ) {
    self.init(serialQueue: DispatchQueue(label: name, target: queue))
  }

  init(serialQueue: DispatchQueue) {
    queue = serialQueue
    timetable = Timetable(queue: serialQueue)
  }

  /// The time since the machine was started.
  public var now: Duration { .uptime }

  /// Runs the action on the queue, after those that are already there.
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
    return timetable.add(ScheduledAction(action), due: now.addingClamped(delay))
  }
}
