import Dispatch
import OpenCombine
import OpenCombineDispatch
import Stream

/// Keeps the last scheduled action until the workload advances time, so that no clock is measured.
final class Held: @unchecked Sendable {
  // A workload schedules and runs on one thread.
  private var action: (() -> Void)?
  private var due: Duration = .zero
  private(set) var now: Duration = .zero

  func hold(after delay: Duration, _ action: @escaping () -> Void) {
    self.action = action
    due = now + delay
  }

  /// Advances time to that of the action, and runs it.
  func fire() {
    let held = action
    action = nil
    now = due
    held?()
  }
}

/// A Stream scheduler that holds its action.
struct HeldScheduler: Stream.Scheduler {
  let held = Held()
  /// Disposing costs nothing, because the workload does not depend on it.
  private let scheduled = Scheduled()

  var now: Duration { held.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return Disposables.create()
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    held.hold(after: delay, action)
    return scheduled
  }

  private final class Scheduled: Disposable {
    func dispose() {}
  }
}

/// A scheduler of the peer that holds its action.
///
/// The peer sets a timer for each element, so its time need not advance.
struct PeerHeldScheduler: OpenCombine.Scheduler {
  typealias SchedulerTimeType = DispatchQueue.OCombine.SchedulerTimeType

  let held = Held()
  private let scheduled = Scheduled()
  let now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))
  let minimumTolerance: SchedulerTimeType.Stride = .nanoseconds(0)

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    held.hold(after: .zero, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    held.hold(after: .zero, action)
    return scheduled
  }

  private final class Scheduled: Cancellable {
    func cancel() {}
  }
}
