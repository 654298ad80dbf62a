import Net

/// What the tasks of mocks share: their events are those of a ``MockTaskState``, delivered as that allows.
protocol PlayingTask: TransportTask {
  var state: Lock<MockTaskState> { get }
  var delivery: MockDelivery { get }
  var timer: any NetworkTimer { get }

  /// It has been cancelled before its end; the receiver is told next.
  func didCancel()

  /// The receiver is told of the end next.
  func didEnd()
}

extension PlayingTask {
  func pause() { state.withLock { $0.pause() } }

  func proceed() {
    state.withLock { $0.proceed() }
    deliver()
  }

  func cancel() {
    let cancelling = state.withLock { $0.cancel() }
    guard cancelling.isEffective else { return }
    cancelling.scheduled?.cancel()
    didCancel()
    deliver()
  }

  /// Delivers the events that there are, one after the other, by one thread at a time.
  func deliver() {
    guard state.withLock({ $0.beginDelivering() }) else { return }
    while let next = state.withLock({ $0.nextDelivery() }) {
      switch next {
      case .event(let event, let receiver):
        if event.isEnd { didEnd() }
        receiver.receive(event)
      case .wait(let delay, let number): return rest(delay, number)
      }
    }
  }

  /// Waits for the next piece of a stream.
  private func rest(_ delay: Duration, _ number: Int) {
    let goOn: @Sendable () -> Void = { [self] in
      guard state.withLock({ $0.endRest(number) }) else { return }
      deliver()
    }
    let scheduled = delivery.scheduleRest(of: delay, on: timer, goOn)
    state.withLock { $0.keep(scheduled, forRest: number) }?.cancel()
  }
}
