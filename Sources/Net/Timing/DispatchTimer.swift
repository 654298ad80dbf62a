public import Dispatch

/// The real time of a session: monotonic, to the nanosecond as far as the system goes.
///
/// It is the timer of a ``NetworkSession`` that is given no other.
///
/// ```swift
/// let timer = DispatchTimer()
/// let start = timer.now
/// let pending = timer.schedule(after: .milliseconds(1500)) { print(timer.now - start) }
/// pending.cancel()  // nothing is printed
/// ```
///
/// An action runs once, on the timer's queue, never inside the call that schedules it. Cancelling is idempotent
/// and lets go of the action at once. A delay beyond 146 years is one of 146 years.
public struct DispatchTimer: NetworkTimer {
  private let queue: DispatchQueue

  /// Makes a timer whose actions run on the queue.
  public init(queue: DispatchQueue = .global()) { self.queue = queue }

  /// The time since the system started.
  public var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  /// Runs the action once, when the delay has passed.
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellation {
    let scheduled = ScheduledAction(action)
    guard delay > .zero else {
      queue.async { scheduled.run() }
      return scheduled
    }
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    source.setEventHandler { scheduled.run() }
    source.schedule(deadline: .now() + delay.dispatchInterval, leeway: .nanoseconds(0))
    scheduled.attach(source)
    source.activate()
    return scheduled
  }
}

extension Duration {
  /// The nearest interval that Dispatch can express.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    // Half the range, so that adding the present time does not overflow either.
    let limit = Int64.max / 2
    if overflow || nanoseconds > limit { return .nanoseconds(Int(clamping: limit)) }
    return .nanoseconds(Int(clamping: max(0, nanoseconds) + attoseconds / 1_000_000_000))
  }
}

/// An action that runs once or is called off, whichever comes first.
private final class ScheduledAction: Cancellation {
  private struct State {
    var action: (@Sendable () -> Void)?
    var source: TimerSource?
  }

  private let state: Lock<State>

  init(_ action: @escaping @Sendable () -> Void) { state = Lock(State(action: action)) }

  func attach(_ source: any DispatchSourceTimer) {
    let source = TimerSource(source: source)
    state.withLock { $0.source = source }
  }

  func run() { take()?() }

  func cancel() { _ = take() }

  private func take() -> (@Sendable () -> Void)? {
    let (action, source) = state.withLock { state in
      defer { state = State() }
      return (state.action, state.source)
    }
    // A cancelled source lets go of its handler; one that stays would keep the action alive.
    source?.source.cancel()
    return action
  }
}

/// A timer source. Dispatch guards its sources itself: they may be cancelled from any thread.
private struct TimerSource: @unchecked Sendable {
  let source: any DispatchSourceTimer
}
