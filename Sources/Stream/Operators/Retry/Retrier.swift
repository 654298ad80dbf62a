/// What to do after an error.
@usableFromInline
enum RetryDecision: Sendable {
  case stop
  case now
  case after(Duration, any Scheduler)
}

/// Starts a source again after an error, in a loop (law 7).
///
/// Attempts share the downstream slot.
@usableFromInline
final class Retrier<Element: Sendable>: @unchecked Sendable {
  @usableFromInline let source: Observable<Element>
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let decide: @Sendable (_ error: any Error, _ attempts: Int) -> RetryDecision
  @usableFromInline let turn = Turn()
  // Both are guarded by the grammar: one attempt at a time, and an attempt ends once.
  @usableFromInline var attempts = 0
  @usableFromInline var decision = RetryDecision.now

  @inlinable
  init(
    _ source: Observable<Element>, _ sink: Sink<Element>,
    decide: @escaping @Sendable (_ error: any Error, _ attempts: Int) -> RetryDecision
  ) {
    self.source = source
    self.sink = sink
    self.decide = decide
  }

  @inlinable
  func run() {
    while !sink.slot.isDisposed {
      attempts += 1
      sink.slot.empty()
      turn.begin()
      source.run(Sink(slot: sink.slot, inlet: sink.inlet, end: { self.end($0) }))
      if turn.startReturned() { return }
      guard case .now = decision else { return wait() }
    }
  }

  @inlinable
  func end(_ ending: Ending) {
    guard case .error(let error) = ending else { return sink.end(ending) }
    guard !sink.slot.isDisposed else { return }
    decision = decide(error, attempts)
    if case .stop = decision { return sink.end(ending) }
    guard turn.ended() else { return }
    if case .now = decision { run() } else { wait() }
  }

  @inlinable
  func wait() {
    guard case .after(let delay, let scheduler) = decision else { return }
    // A separate slot for the timer: its handle may become known only after it has fired, and by then the
    // downstream slot may hold the next attempt.
    let timer = Slot()
    sink.slot.hold(timer)
    if let handle = DisposableHandle.of(scheduler.schedule(after: delay, { self.run() })) {
      timer.hold(handle)
    }
  }
}
