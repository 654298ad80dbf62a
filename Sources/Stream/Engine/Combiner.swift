/// Puts the latest elements of several sources side by side, anew with each element.
final class Combiner<Result: Sendable>: @unchecked Sendable {
  let conductor: Conductor<Result>
  private let makeRow: @Sendable () throws -> Result
  // Both are guarded by the conductor.
  private var hasElement: [Bool]
  private var isDone: [Bool]

  /// `makeRow` is called inside the conductor, once every source has sent something.
  init(
    _ sink: Sink<Result>, sources: Int, makeRow: @escaping @Sendable () throws -> Result
  ) {
    conductor = Conductor(sink, others: sources)
    self.makeRow = makeRow
    hasElement = Array(repeating: false, count: sources)
    isDone = hasElement
  }

  func run<Element: Sendable>(
    _ source: Observable<Element>, into latest: Variable<Element?>, at index: Int
  ) {
    let slot = conductor.others[index]
    guard !slot.isDisposed else { return }
    source.run(
      Sink(
        slot: slot,
        next: { element in
          self.conductor.perform {
            latest.value = element
            self.received(at: index)
          }
          return !slot.isDisposed
        },
        end: { ending in
          self.conductor.perform { self.ended(ending, at: index) }
          slot.dispose()
        }))
  }

  private func received(at index: Int) {
    hasElement[index] = true
    if hasElement.allSatisfy({ $0 }) {
      do { conductor.send(try makeRow()) } catch { conductor.finish(.error(error)) }
    } else if isDone.indices.allSatisfy({ $0 == index || isDone[$0] }) {
      // The row can never be complete.
      conductor.finish(.completed)
    }
  }

  private func ended(_ ending: Ending, at index: Int) {
    if case .error = ending { return conductor.finish(ending) }
    isDone[index] = true
    if isDone.allSatisfy({ $0 }) { conductor.finish(.completed) }
  }
}

extension Variable {
  /// Thrown when there is nothing to read yet.
  struct Missing: Error {}

  convenience init<Element: Sendable>(latestOf source: Observable<Element>) where Value == Element? {
    self.init(nil)
  }

  func latest<Element: Sendable>() throws -> Element where Value == Element? {
    guard let value else { throw Missing() }
    return value
  }
}
