/// The entrance of ``Observable/create(_:)``: puts events from anywhere in order, and lets go of everything at
/// the end. As a slot it holds the disposable that the closure of `create` returned.
@usableFromInline
final class Emitter<Element: Sendable>: Slot, @unchecked Sendable {  // The gate guards the closures.
  @usableFromInline let gate = Gate<Event<Element>>()
  // A variable, so that a producer that outlives the subscription does not keep it in memory (law 2). Only the
  // one inside the gate touches it, so the run-time check would find nothing.
  // The closures one by one: calling one retains one object, where the whole sink would be three.
  @safe @exclusivity(unchecked) @usableFromInline var sendNext: (@Sendable (Element) -> Bool)?
  @safe @exclusivity(unchecked) @usableFromInline var sendEnd: (@Sendable (Ending) -> Void)?

  @inlinable
  init(_ sink: Sink<Element>) {
    sendNext = sink.next
    sendEnd = sink.end
    super.init()
  }

  @inlinable
  func next(_ element: Element) {
    guard gate.enter() else {
      if gate.call(.next(element)) { drain() }
      return
    }
    deliver(element)
    if isDisposed { abandon() } else if !gate.leave() { drain() }
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
    guard close() else { return }
    if gate.enter() {
      abandon()
    } else if gate.call(nil) {
      drain()
    }
  }

  @inlinable
  func deliver(_ element: Element) {
    guard !isDisposed, let sendNext else { return }
    if !sendNext(element) { _ = close() }
  }

  @usableFromInline
  func finish(_ ending: Ending) {
    guard !isDisposed, let sendEnd else { return }
    sendEnd(ending)
    _ = close()
  }

  @usableFromInline
  func drain() {
    while let batch = gate.take() {
      for event in batch {
        switch event {
        case .next(let element): deliver(element)
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
    sendNext = nil
    sendEnd = nil
  }
}
