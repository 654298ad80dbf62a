/// One subscription of `combineLatest`.
///
/// Closing it closes the slots of its sources.
///
/// ``CombineLatestState`` decides, and this class performs its actions, one input at a time and without a lock.
@usableFromInline
final class Combiner<Result: Sendable>: Slot, @unchecked Sendable {
  /// An input that waits in the backlog.
  ///
  /// The closure stores the element in its variable, which has the element's type.
  @usableFromInline enum Input: Sendable {
    case element(store: @Sendable () -> Void, index: Int)
    case end(Ending, index: Int)
  }

  @usableFromInline let sink: Sink<Result>
  @usableFromInline let makeRow: @Sendable () throws -> Result
  /// The slots of the sources, in order.
  @usableFromInline let sources: [Slot]
  @usableFromInline let gate = Gate<Input>()
  // Guarded by the gate, like the variables that hold the elements.
  @safe @exclusivity(unchecked) @usableFromInline var state: CombineLatestState

  /// Creates a combiner whose `makeRow` is called inside the gate, once every source has sent an element.
  @inlinable
  init(_ sink: Sink<Result>, sources count: Int, makeRow: @escaping @Sendable () throws -> Result) {
    self.sink = sink
    self.makeRow = makeRow
    sources = (0..<count).map { _ in Slot() }
    state = CombineLatestState(sources: count)
    super.init()
    sink.slot.hold(self)
  }

  @inlinable
  func run<Element: Sendable>(
    _ source: Observable<Element>, into latest: Variable<Element?>, at index: Int
  ) {
    let slot = sources[index]
    guard !slot.isDisposed else { return }
    source.run(
      Sink(
        slot: slot,
        next: { _, element in
          // The usual path: the closure for the backlog is created only when it is needed.
          if self.gate.enterSoon() {
            latest.value = element
            self.received(from: index)
            if !self.gate.leave() { self.drain() }
          } else if self.gate.call(.element(store: { latest.value = element }, index: index)) {
            self.drain()
          }
          return !slot.isDisposed
        },
        end: { ending in
          self.end(ending, index)
          slot.dispose()
        }))
  }

  @inlinable
  override func dispose() {
    guard close() else { return }
    for slot in sources { slot.dispose() }
  }

  @usableFromInline
  func end(_ ending: Ending, _ index: Int) {
    guard gate.enter() else {
      if gate.call(.end(ending, index: index)) { drain() }
      return
    }
    ended(ending, index)
    if !gate.leave() { drain() }
  }

  @usableFromInline
  func drain() {
    while let batch = gate.take() {
      for input in batch {
        switch input {
        case .element(let store, let index):
          store()
          received(from: index)
        case .end(let ending, let index):
          ended(ending, index)
        }
      }
    }
  }

  // MARK: Inside the gate

  @inlinable
  func received(from index: Int) {
    guard !isDisposed else { return }
    switch state.received(from: index) {
    case .none: break
    case .send:
      do {
        if !sink.next(try makeRow()) { dispose() }
      } catch {
        finish(.error(error))
      }
    case .complete: finish(.completed)
    }
  }

  @usableFromInline
  func ended(_ ending: Ending, _ index: Int) {
    if case .error = ending { return finish(ending) }
    if case .complete = state.completed(index) { finish(.completed) }
  }

  @usableFromInline
  func finish(_ ending: Ending) {
    guard !isDisposed else { return }
    sink.end(ending)
    dispose()
  }
}

extension Variable {
  /// Thrown when there is nothing to read yet.
  @usableFromInline struct Missing: Error {
    @inlinable
    init() {}
  }

  @inlinable
  convenience init<Element: Sendable>(latestOf source: Observable<Element>) where Value == Element? {
    self.init(nil)
  }

  @inlinable
  func latest<Element: Sendable>() throws -> Element where Value == Element? {
    guard let value else { throw Missing() }
    return value
  }
}
