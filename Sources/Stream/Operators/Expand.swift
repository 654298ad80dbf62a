extension ObservableType {
  /// Sends each element, and runs a stream made from it, whose elements are treated the same way.
  ///
  /// Use it to traverse data that leads to more data, such as nested folders or one page after another.
  ///
  /// ```swift
  /// let powers = Observable.of(1).expand { $0 < 100 ? Observable.of($0 * 2) : .empty() }
  /// ```
  ///
  /// ```text
  /// source                --1|
  /// expand { (2*x)| ... } --1-2-4-8-...
  /// ```
  ///
  /// ![A marble diagram of expand.](expand)
  ///
  /// It completes when the source and all inner streams have completed; an error of any of them, or of the closure,
  /// ends it (laws 8 and 9). A hundred thousand generations keep the stack flat (law 7).
  public func expand<Source: ObservableConvertible>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Element> where Source.Element == Element {
    let source = asObservable()
    return Observable(run: { sink in
      let expander = Expander(sink) { try selector($0).asObservable() }
      sink.slot.hold(expander.merger)
      expander.offer(source)
      expander.merger.sourceEnded(.completed)
    })
  }
}

private final class Expander<Element: Sendable>: Sendable {
  let merger: Merger<Element>
  private let selector: @Sendable (Element) throws -> Observable<Element>
  // Turns the recursion into a loop: a stream that is offered while another is being started waits.
  private let gate = Gate<Observable<Element>>()

  init(
    _ sink: Sink<Element>, _ selector: @escaping @Sendable (Element) throws -> Observable<Element>
  ) {
    merger = Merger(sink, limit: .max)
    self.selector = selector
  }

  func offer(_ stream: Observable<Element>) {
    // Counted from here on, because the stream that sent the element may end before this one is started.
    merger.reserve()
    guard gate.enter() else {
      if gate.call(stream) { drain() }
      return
    }
    start(stream)
    if !gate.leave() { drain() }
  }

  private func drain() {
    while let batch = gate.take() {
      for stream in batch { start(stream) }
    }
  }

  private func start(_ stream: Observable<Element>) {
    _ = merger.add(
      Observable(run: { sink in
        stream.run(
          Sink(
            slot: sink.slot,
            next: { _, element in
              guard sink.next(element) else { return false }
              do {
                self.offer(try self.selector(element))
                return !sink.slot.isDisposed
              } catch {
                sink.end(.error(error))
                return false
              }
            },
            end: sink.end))
      }))
    merger.release()
  }
}
