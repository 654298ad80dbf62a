import Dispatch
import OpenCombine
import OpenCombineDispatch
import Stream

/// Keeps the last action that waits until the workload says that its time has come, so that no clock is measured.
final class Held: @unchecked Sendable {
  // A workload schedules and fires on one thread.
  private var action: (() -> Void)?

  func hold(_ action: @escaping () -> Void) { self.action = action }

  func fire() {
    let due = action
    action = nil
    due?()
  }
}

/// A scheduler of Stream that holds.
struct HeldScheduler: Stream.Scheduler {
  let held = Held()
  let now: Duration = .zero

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return Disposables.create()
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    held.hold(action)
    return Cancellation()
  }

  /// To cancel what the next action replaces costs both subjects one object and nothing more.
  private final class Cancellation: Disposable {
    func dispose() {}
  }
}

/// A scheduler of the peer that holds.
struct PeerHeldScheduler: OpenCombine.Scheduler {
  typealias SchedulerTimeType = DispatchQueue.OCombine.SchedulerTimeType

  let held = Held()
  let now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))
  let minimumTolerance: SchedulerTimeType.Stride = .nanoseconds(0)

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    held.hold(action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    held.hold(action)
    return Cancellation()
  }

  private final class Cancellation: Cancellable {
    func cancel() {}
  }
}
