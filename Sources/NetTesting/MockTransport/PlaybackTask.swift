import Net

/// A task that delivers a playback as its ``MockTaskState`` allows: one event after another, on one thread at a time.
protocol PlaybackTask: TransportTask {
  /// The timer for the waits between events.
  var timer: any NetworkTimer { get }

  /// Calls the closure with the state, while its lock is held.
  func withState<Result: Sendable>(_ body: (inout MockTaskState) -> Result) -> Result

  func deliver(_ event: TransportEvent, to receiver: any TransportReceiver)

  /// Runs what follows a wait.
  func continueDelivery(_ action: @escaping @Sendable () -> Void)
}

extension PlaybackTask {
  func pause() { withState { $0.pause() } }

  func proceed() {
    withState { $0.proceed() }
    deliver()
  }

  /// Delivers the available events.
  ///
  /// - `start`: The time from which the next wait counts: the end of the one before it; nil for now.
  func deliver(from start: Duration? = nil) {
    guard withState({ $0.beginDelivering() }) else { return }
    var due = start ?? timer.now
    while let next = withState({ $0.nextDelivery() }) {
      switch next {
      case .event(let event, let receiver): deliver(event, to: receiver)
      case .wait(let delay, let number):
        due = due.addingSaturated(delay)
        if wait(until: due, number) { return }
        guard withState({ $0.endWait(number) && $0.beginDelivering() }) else { return }
      }
    }
  }

  /// Schedules the next event; returns false if its time has passed.
  private func wait(until due: Duration, _ number: Int) -> Bool {
    let scheduled = timer.schedule(at: due) {
      continueDelivery {
        guard withState({ $0.endWait(number) }) else { return }
        deliver(from: due)
      }
    }
    guard let scheduled else { return false }
    withState { $0.keep(scheduled, forWait: number) }?.cancel()
    return true
  }
}
