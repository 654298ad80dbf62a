public import Net
public import Stream

extension NetworkTimer where Self: Scheduler {
  /// Lets a scheduler that declares conformance be the timer of a network session, so that streams and requests share
  /// one virtual time.
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellation {
    let scheduled: any Disposable = schedule(after: delay, action)
    return ScheduledCancellation(scheduled: scheduled)
  }
}

private struct ScheduledCancellation: Cancellation {
  let scheduled: any Disposable

  func cancel() { scheduled.dispose() }
}
