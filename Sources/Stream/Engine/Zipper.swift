/// What one source of a zip has sent and nobody has used yet.
///
/// The zipper's lock guards it; it is a class so that columns of different elements can stand side by side.
@usableFromInline
class AnyColumn: Slot, @unchecked Sendable {
  @usableFromInline var isFinished = false
  @usableFromInline var isEmpty: Bool { true }
}

// The zipper's lock guards it.
@usableFromInline
final class Column<Element: Sendable>: AnyColumn, @unchecked Sendable {
  @usableFromInline var elements = FIFO<Element>()

  /// Thrown by `take` when there is nothing to take.
  @usableFromInline struct Missing: Error {
    @inlinable
    init() {}
  }

  @inlinable
  override init() { super.init() }

  @usableFromInline override var isEmpty: Bool { elements.isEmpty }

  @inlinable
  func append(_ element: Element) { elements.append(element) }

  @inlinable
  func take() throws -> Element {
    guard let element = elements.popFirst() else { throw Missing() }
    return element
  }
}

/// Puts the elements of several columns side by side, a row at a time.
@usableFromInline
final class Zipper<Row: Sendable, Result: Sendable>: Handle, @unchecked Sendable {
  // Columns are guarded by the lock; rows are delivered by the one inside the gate, which keeps them in order.
  @usableFromInline let sink: Sink<Result>
  @usableFromInline let columns: [AnyColumn]
  @usableFromInline let takeRow: @Sendable () throws -> Row
  @usableFromInline let transform: @Sendable (Row) throws -> Result
  /// Guards the columns, and whether there is nothing to wait for any more: all sources have ended, or an element
  /// has come that no other source can put one beside.
  @usableFromInline let lock: Lock<Bool>
  @usableFromInline let gate = Gate<Ending>()

  /// `takeRow` takes one element of each column; it is called under the lock.
  @inlinable
  init(
    _ sink: Sink<Result>, _ columns: [AnyColumn], takeRow: @escaping @Sendable () throws -> Row,
    _ transform: @escaping @Sendable (Row) throws -> Result
  ) {
    self.sink = sink
    self.columns = columns
    lock = Lock(columns.isEmpty)
    self.takeRow = takeRow
    self.transform = transform
    super.init()
  }

  @inlinable
  func run<Element: Sendable>(_ source: Observable<Element>, into column: Column<Element>) {
    guard !sink.slot.isDisposed else { return }
    source.run(
      Sink(
        slot: column,
        next: { element in
          self.append(element, to: column)
          self.pump()
          return !column.isDisposed
        },
        end: { ending in
          if case .error = ending { return self.pump(ending) }
          self.finish(column)
          column.dispose()
          self.pump()
        }))
  }

  /// Looks for complete rows, and for the end.
  @inlinable
  func pump(_ ending: Ending? = nil) {
    guard gate.enter() else {
      if gate.call(ending) { drain() }
      return
    }
    deliver(ending)
    if !gate.leave() { drain() }
  }

  @inlinable
  override func dispose() {
    for column in columns { column.dispose() }
  }

  @inlinable
  func drain() {
    while let batch = gate.take() {
      deliver(nil)
      for ending in batch { deliver(ending) }
    }
  }

  @inlinable
  func deliver(_ ending: Ending?) {
    if let ending { return finish(ending) }
    while !sink.slot.isDisposed, !isOver, let row = nextRow() {
      do {
        guard sink.next(try transform(row)) else { return dispose() }
      } catch {
        return finish(.error(error))
      }
    }
    if lock.withLock({ $0 }) { finish(.completed) }
  }

  @inlinable
  func nextRow() -> Row? {
    lock.withLock { _ in
      // A look before the leap: a failing `take` would lose what the columns before it gave.
      guard !columns.isEmpty, columns.allSatisfy({ !$0.isEmpty }) else { return nil }
      return try? takeRow()
    }
  }

  @inlinable
  func append<Element: Sendable>(_ element: Element, to column: Column<Element>) {
    lock.withLock { isExhausted in
      column.append(element)
      let isRow = columns.allSatisfy { !$0.isEmpty }
      if !isRow, columns.allSatisfy({ $0 === column || $0.isFinished }) { isExhausted = true }
    }
  }

  @inlinable
  func finish(_ column: AnyColumn) {
    lock.withLock { isExhausted in
      column.isFinished = true
      if columns.allSatisfy(\.isFinished) { isExhausted = true }
    }
  }

  @exclusivity(unchecked) @safe @usableFromInline var isOver = false  // Guarded by the gate.

  @inlinable
  func finish(_ ending: Ending) {
    guard !isOver, !sink.slot.isDisposed else { return }
    isOver = true
    sink.end(ending)
    dispose()
  }
}

extension Column {
  convenience init(of source: Observable<Element>) { self.init() }
}
