/// Receives the events that the closure of ``Observable/create(_:)`` sends, serializes them, and releases
/// everything at the end.
///
/// Its ``Slot`` holds the disposable that the closure of `create` returned.
@safe @usableFromInline
final class Emitter<Element: Sendable>: Slot, @unchecked Sendable {  // The gate guards the stage.
  @usableFromInline let gate = Gate<Event<Element>>()
  // A separate object, released at the end, so that a producer that outlives the subscription does not retain
  // the downstream (law 2). Unmanaged, because only the caller inside the gate releases it, which makes it
  // safe to use there.
  @safe @exclusivity(unchecked) @usableFromInline var stage: Unmanaged<Stage<Element>>?

  @inlinable
  init(_ sink: Sink<Element>) {
    unsafe stage = Unmanaged.passRetained(Stage(sink))
    super.init()
  }

  deinit {
    unsafe stage?.release()  // Retained in `init`, and not released by `abandon`.
  }

  @inlinable
  func next(_ element: Element) {
    guard gate.enter() else {
      if gate.call(.next(element)) { drain() }
      return
    }
    guard deliver(element) else { return abandon() }
    if !gate.leave() { drain() }
  }

  @inlinable
  func end(_ ending: Ending) {
    guard gate.enter() else {
      if gate.call(Event(ending)) { drain() }
      return
    }
    finish(ending)
    abandon()
  }

  @usableFromInline
  override func dispose() {
    // Inside the gate, so that what is sent while the resource is disposed of does not get past it.
    let isInside = gate.enter()
    guard close() else {
      if isInside, !gate.leave() { drain() }
      return
    }
    if isInside {
      abandon()
    } else if gate.call(nil) {
      drain()
    }
  }

  /// Delivers an element; returns false if the downstream wants no more.
  ///
  /// Called inside the gate, like the methods below.
  @inlinable
  func deliver(_ element: Element) -> Bool {
    // Released only by `abandon`, which is called inside the gate, so not during this delivery.
    guard let stage = stage else { return false }
    if unsafe stage._withUnsafeGuaranteedRef({ $0.inlet.next(element) }) { return true }
    _ = close()
    return false
  }

  @usableFromInline
  func finish(_ ending: Ending) {
    guard !isDisposed, let stage = stage else { return }
    unsafe stage._withUnsafeGuaranteedRef { $0.end(ending) }
    _ = close()
  }

  @usableFromInline
  func drain() {
    while let batch = gate.take() {
      for event in batch where !isDisposed {
        switch event {
        case .next(let element): _ = deliver(element)
        case .error(let error): finish(.error(error))
        case .completed: finish(.completed)
        }
      }
      if isDisposed { return abandon() }
    }
  }

  @usableFromInline
  func abandon() {
    gate.shut()
    let dropped = stage
    stage = nil
    unsafe dropped?.release()  // Retained in `init`.
  }
}
