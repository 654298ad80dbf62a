/// One subscription of `debounce`.
///
/// Its ``Slot`` holds the handle of the source.
///
/// ``DebounceState`` decides, and this class performs its actions, one input at a time and without a lock.
@usableFromInline
final class Debouncer<Element: Sendable, Timekeeper: Scheduler>: Slot, @unchecked Sendable {
  @usableFromInline enum Input: Sendable {
    case element(Element)
    case end(Ending)
    case due
  }

  @usableFromInline let sink: Sink<Element>
  @usableFromInline let scheduler: Timekeeper
  @usableFromInline let gate = Gate<Input>()
  /// Set inside the gate, where a timer that fires meanwhile must wait.
  ///
  /// So the handle of a timer that has fired cannot replace that of its successor.
  @usableFromInline let timer = SerialDisposable()
  // Guarded by the gate.
  @safe @exclusivity(unchecked) @usableFromInline var state: DebounceState<Element>

  @inlinable
  init(_ sink: Sink<Element>, _ dueTime: Duration, _ scheduler: Timekeeper) {
    self.sink = sink
    self.scheduler = scheduler
    state = DebounceState(dueTime: dueTime)
    super.init()
  }

  @inlinable
  func run(_ source: Observable<Element>) {
    sink.slot.hold(self)
    source.run(
      Sink(
        slot: self,
        next: { _, element in
          self.offer(.element(element))
          return !self.isDisposed
        },
        end: { self.offer(.end($0)) }))
  }

  @inlinable
  override func dispose() {
    if close() { timer.dispose() }
  }

  @inlinable
  func offer(_ input: Input) {
    guard gate.enter() else {
      if gate.call(input) { drain() }
      return
    }
    take(input)
    if !gate.leave() { drain() }
  }

  @inlinable
  func drain() {
    while let batch = gate.take() {
      for input in batch { take(input) }
    }
  }

  // MARK: Inside the gate

  @inlinable
  func take(_ input: Input) {
    guard !isDisposed else { return }
    switch input {
    case .element(let element): perform(state.received(element, at: scheduler.now))
    case .due: perform(state.timerFired(at: scheduler.now))
    case .end(let ending): perform(state.ended(ending))
    }
  }

  @inlinable
  func perform(_ action: DebounceState<Element>.Action) {
    switch action {
    case .none: break
    case .setTimer(let delay):
      timer.disposable = scheduler.schedule(after: delay) { self.offer(.due) }
    case .send(let element):
      if !sink.next(element) { dispose() }
    case .end(let element, let ending):
      if let element, !sink.next(element) { return dispose() }
      guard !isDisposed else { return }
      sink.end(ending)
      dispose()
    }
  }
}
