/// Delivers events on a scheduler, in batches.
///
/// Its ``Slot`` holds the handle of the source.
@usableFromInline
final class Relay<Element: Sendable>: Slot, @unchecked Sendable {  // Constants and a lock.
  @usableFromInline struct State: Sendable {
    @usableFromInline var elements: [Element] = []
    /// An empty array, kept for its capacity.
    @usableFromInline var spare: [Element] = []
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
      defer {
        state.elements = []
        state.spare = []
      }
      return state.elements
    }
    _ = dropped  // Released here, outside the lock.
  }

  @inlinable
  func schedule() {
    let current = Deadline()
    job.hold(current)
    current.hold(scheduler.schedule { self.deliver() })
  }

  @inlinable
  func deliver() {
    var batch: [Element] = []
    while !isDisposed {
      let ending = swap(&batch)
      guard !batch.isEmpty else {
        guard let ending else { return }
        sink.end(ending)
        return dispose()
      }
      for element in batch {
        guard !isDisposed else { return }
        guard sink.next(element) else { return dispose() }
      }
      // The source reuses it, so that neither of the two arrays grows again each time. An array that a burst has made
      // large is not kept.
      batch.removeAll(keepingCapacity: batch.capacity <= 4096)
    }
  }

  /// Exchanges the batch for the waiting elements.
  ///
  /// If none wait, the job ends, and both arrays are kept.
  @inlinable
  func swap(_ batch: inout [Element]) -> Ending? {
    state.withLock { state in
      if batch.capacity == 0 { Swift.swap(&batch, &state.spare) }
      Swift.swap(&batch, &state.elements)
      if batch.isEmpty {
        state.isScheduled = false
        Swift.swap(&batch, &state.spare)
      }
      return state.ending
    }
  }
}
