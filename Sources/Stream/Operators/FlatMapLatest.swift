extension ObservableType {
  /// Runs a stream for each element, and disposes of it when the next element arrives.
  ///
  /// Use it if only the newest result counts, such as a search for the current text.
  ///
  /// ```swift
  /// let found = texts.flatMapLatest { text in service.search(text) }
  /// ```
  ///
  /// ```text
  /// source                   --1----2--------|
  /// flatMapLatest { a-b-c }  --a-b--a-b-c----|
  /// ```
  ///
  /// ![A marble diagram of flatMapLatest.](flatMapLatest)
  ///
  /// The previous inner stream is disposed of at the switch, before the new one is subscribed to, and delivers nothing
  /// afterwards (law 10). It completes when the source and the last inner stream have completed; an error of either, or
  /// of the closure, ends it (laws 8 and 9).
  public func flatMapLatest<Source: ObservableConvertible>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    let source = asObservable()
    return Observable<Source.Element>(run: { sink in
      let switcher = Switcher(sink)
      source.run(
        Sink(
          slot: switcher.conductor,
          next: { _, element in
            do {
              return switcher.switchTo(try selector(element).asObservable())
            } catch {
              switcher.sourceEnded(.error(error))
              return false
            }
          },
          end: { switcher.sourceEnded($0) }))
    })
  }
}

extension ObservableType where Element: ObservableConvertible {
  /// Runs the latest stream, and disposes of it when the next one arrives.
  ///
  /// ```swift
  /// let latest = Observable.of(Observable.of(1), Observable.of(2)).switchLatest()
  /// ```
  ///
  /// ```text
  /// source        --a-----b-------|
  /// a               -1--2----3--|
  /// b                     -4--5--|
  /// switchLatest  ---1--2--4--5---|
  /// ```
  ///
  /// See ``flatMapLatest(_:)`` for the guarantees (law 10).
  public func switchLatest() -> Observable<Element.Element> { flatMapLatest { $0 } }
}

private final class Switcher<Element: Sendable>: @unchecked Sendable {
  let conductor: Conductor<Element>
  // Both are guarded by the conductor.
  private var isRunning = false
  private var isSourceDone = false

  init(_ sink: Sink<Element>) {
    conductor = Conductor(sink, others: 1)
  }

  func switchTo(_ stream: Observable<Element>) -> Bool {
    let inner = Slot()
    // Disposes of the previous stream. Its events are then dropped, including those in the backlog.
    conductor.others[0].hold(inner)
    conductor.perform { self.isRunning = true }
    guard !inner.isDisposed else { return !conductor.isDisposed }
    stream.run(
      Sink(
        slot: inner,
        next: { _, element in
          self.conductor.perform { if !inner.isDisposed { self.conductor.send(element) } }
          return !inner.isDisposed
        },
        end: { ending in
          self.conductor.perform { if !inner.isDisposed { self.ended(ending, inner) } }
        }))
    return !conductor.isDisposed
  }

  func sourceEnded(_ ending: Ending) {
    conductor.perform {
      if case .error = ending { return self.conductor.finish(ending) }
      self.isSourceDone = true
      if !self.isRunning { self.conductor.finish(.completed) }
    }
  }

  private func ended(_ ending: Ending, _ inner: Slot) {
    if case .error = ending { return conductor.finish(ending) }
    isRunning = false
    inner.dispose()
    if isSourceDone { conductor.finish(.completed) }
  }
}
