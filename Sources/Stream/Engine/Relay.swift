/// Carries events over to a scheduler, a whole batch in each go. As a slot it holds the source's handle.
@usableFromInline
final class Relay<Element: Sendable>: Slot, @unchecked Sendable {  // Constants and a lock.
  @usableFromInline struct State: Sendable {
    @usableFromInline var elements: [Element] = []
    @usableFromInline var ending: Ending?
    @usableFromInline var isScheduled = false

    @inlinable
    init() {}
  }

  @usableFromInline let sink: Sink<Element>
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let state = Lock(State())
  @usableFromInline let job = Slot()

  @inlinable
  init(_ sink: Sink<Element>, _ scheduler: any Scheduler) {
    self.sink = sink
    self.scheduler = scheduler
    super.init()
  }

  @inlinable
  func next(_ element: Element) -> Bool {
    guard !isDisposed else { return false }
    let mustSchedule = state.withLock { state in
      state.elements.append(element)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { schedule() }
    return true
  }

  @inlinable
  func end(_ ending: Ending) {
    let mustSchedule = state.withLock { state in
      state.ending = ending
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { schedule() }
  }

  @inlinable
  override func dispose() {
    guard close() else { return }
    job.dispose()
    let dropped = state.withLock { state in
      defer { state.elements = [] }
      return state.elements
    }
    _ = dropped  // Released here, outside the lock.
  }

  @inlinable
  func schedule() {
    // A slot of its own, because the handle may be known only after the job has run and another is under way.
    let current = Slot()
    job.hold(current)
    if let handle = DisposableHandle.of(scheduler.schedule { self.deliver() }) {
      current.hold(handle)
    }
  }

  @inlinable
  func deliver() {
    while !isDisposed {
      let (elements, ending) = state.withLock { state in
        let batch = (state.elements, state.ending)
        state.elements = []
        if batch.0.isEmpty { state.isScheduled = false }
        return batch
      }
      for element in elements {
        guard !isDisposed else { return }
        guard sink.next(element) else { return dispose() }
      }
      guard elements.isEmpty else { continue }
      if let ending {
        sink.end(ending)
        dispose()
      }
      return
    }
  }
}
