/// One subscription of `debounce`. As a slot it holds the source's handle.
@usableFromInline
final class Debouncer<Element: Sendable, Timekeeper: Scheduler>: Slot, @unchecked Sendable {
  @usableFromInline enum Input: Sendable {
    case element(Element)
    case end(Ending)
    case due(Deadline)
  }

  @usableFromInline let sink: Sink<Element>
  @usableFromInline let dueTime: Duration
  @usableFromInline let scheduler: Timekeeper
  @usableFromInline let gate = Gate<Input>()
  @usableFromInline let timer = Slot()
  // Guarded by the gate.
  @safe @exclusivity(unchecked) @usableFromInline var waiting: Element?

  @inlinable
  init(_ sink: Sink<Element>, _ dueTime: Duration, _ scheduler: Timekeeper) {
    self.sink = sink
    self.dueTime = dueTime
    self.scheduler = scheduler
    super.init()
  }

  @inlinable
  func run(_ source: Observable<Element>) {
    sink.slot.hold(self)
    source.run(
      Sink(
        slot: self,
        next: { element in
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
    case .element(let element):
      waiting = element
      setTimer()
    case .due(let deadline):
      // An element that came meanwhile has taken the deadline back.
      if !deadline.isDisposed { flush() }
    case .end(let ending):
      if case .completed = ending { flush() }
      guard !isDisposed else { return }
      sink.end(ending)
      dispose()
    }
  }

  @inlinable
  func flush() {
    guard let element = waiting.take() else { return }
    if !sink.next(element) { dispose() }
  }

  @inlinable
  func setTimer() {
    let deadline = Deadline()
    timer.hold(deadline)
    deadline.hold(scheduler.schedule(after: dueTime) { self.offer(.due(deadline)) })
  }
}
