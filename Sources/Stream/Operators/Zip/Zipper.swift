/// The elements of one source of a zip that have not been used yet.
///
/// The zipper's lock guards it. It is a base class, so that columns of different element types fit in one array.
@usableFromInline
class AnyColumn: Slot, @unchecked Sendable {
  @usableFromInline final var isFinished = false
  @usableFromInline final var isEmpty = true
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

  @inlinable
  func append(_ element: Element) {
    elements.append(element)
    isEmpty = false
  }

  @inlinable
  func take() throws -> Element {
    guard let element = elements.popFirst() else { throw Missing() }
    isEmpty = elements.isEmpty
    return element
  }
}

/// Combines the elements of several sources: the first of each, then the second of each, and so on.
///
/// A column holds the unused elements of one source. A row is one element from each column.
@usableFromInline
final class Zipper<Row: Sendable, Result: Sendable>: Handle, @unchecked Sendable {
  /// Counters that are updated with each element, so that an element that completes no row is only appended to its
  /// column.
  @usableFromInline struct Counters: Sendable {
    /// The number of empty columns; at zero a row is complete.
    @usableFromInline var empty: Int
    @usableFromInline var unfinished: Int
    /// No more rows are possible: all sources have ended, or an element has arrived that no other source can match.
    @usableFromInline var isExhausted: Bool

    @inlinable
    init(columns: Int) {
      empty = columns
      unfinished = columns
      isExhausted = columns == 0
    }

    /// Whether there is something to deliver.
    @inlinable var isDue: Bool { empty == 0 || isExhausted }
  }

  // The lock guards the columns. The caller inside the gate delivers the rows, which keeps them in order.
  @usableFromInline let sink: Sink<Result>
  @usableFromInline let columns: [AnyColumn]
  @usableFromInline let takeRow: @Sendable () throws -> Row
  @usableFromInline let transform: @Sendable (Row) throws -> Result
  /// The counters; their lock also guards the columns.
  @usableFromInline let counters: Lock<Counters>
  @usableFromInline let gate = Gate<Ending>()

  /// Creates a zipper whose `takeRow` takes one element of each column, under the lock.
  @inlinable
  init(
    _ sink: Sink<Result>, _ columns: [AnyColumn], takeRow: @escaping @Sendable () throws -> Row,
    _ transform: @escaping @Sendable (Row) throws -> Result
  ) {
    self.sink = sink
    self.columns = columns
    counters = Lock(Counters(columns: columns.count))
    self.takeRow = takeRow
    self.transform = transform
    super.init()
  }

  @inlinable
  func run<Element: Sendable>(_ source: Observable<Element>, into column: Column<Element>) {
    // The column's slot, because the downstream slot may be open for a successor.
    guard !column.isDisposed else { return }
    source.run(
      Sink(
        slot: column,
        next: { _, element in
          if self.append(element, to: column) { self.pump() }
          return !column.isDisposed
        },
        end: { ending in
          if case .error = ending { return self.pump(ending) }
          let isDue = self.finish(column)
          column.dispose()
          if isDue { self.pump() }
        }))
  }

  /// Delivers complete rows, and the end.
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
    while !sink.slot.isDisposed, !isOver {
      let (row, isLast) = nextRow()
      if let row {
        do {
          guard sink.next(try transform(row)) else { return stop() }
        } catch {
          return finish(.error(error))
        }
      } else if isLast {
        return finish(.completed)
      } else {
        return
      }
    }
  }

  /// Returns the next row if it is complete, or else whether no more rows will follow.
  @inlinable
  func nextRow() -> (row: Row?, isLast: Bool) {
    counters.withLock { counters in
      // Checked first: a failing `take` would lose the elements taken from earlier columns.
      guard counters.empty == 0, !columns.isEmpty, let row = try? takeRow() else {
        return (nil, counters.isExhausted)
      }
      for column in columns where column.isEmpty { counters.empty += 1 }
      return (row, false)
    }
  }

  /// Appends an element to its column, and returns whether there is something to deliver.
  @inlinable
  func append<Element: Sendable>(_ element: Element, to column: Column<Element>) -> Bool {
    counters.withLock { counters in
      if column.isEmpty { counters.empty -= 1 }
      column.append(element)
      // This is the only source that has not ended.
      if counters.empty > 0, counters.unfinished == 1 { counters.isExhausted = true }
      return counters.isDue
    }
  }

  /// Records that the source of a column has completed, and returns whether there is something to deliver.
  @inlinable
  func finish(_ column: AnyColumn) -> Bool {
    counters.withLock { counters in
      guard !column.isFinished else { return false }
      column.isFinished = true
      counters.unfinished -= 1
      if counters.unfinished == 0 { counters.isExhausted = true }
      return counters.isDue
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

  /// Stops because the downstream wants no more elements.
  ///
  /// `isOver` is set too, because complete rows may still be waiting, and the downstream slot may be open for a
  /// successor.
  @inlinable
  func stop() {
    isOver = true
    dispose()
  }
}

extension Column {
  @inlinable
  convenience init(of source: Observable<Element>) { self.init() }
}
