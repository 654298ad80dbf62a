extension ObservableType {
  /// Converts a stream of exactly one element into a single.
  ///
  /// ```swift
  /// let one = Observable.of(1).asSingle()
  /// ```
  ///
  /// ```text
  /// source    --1--|
  /// asSingle  -----(1)
  /// ```
  ///
  /// Succeeds with the element when the stream completes. Fails with ``StreamError/noElements`` if the stream
  /// completes without an element, and with ``StreamError/moreThanOneElement`` at a second element (law 16).
  public func asSingle() -> Single<Element> {
    let source = asObservable()
    return Single(pending: { sink in
      let only = OnlyElement(sink)
      source.run(Sink(slot: sink.slot, next: { only.next($1) }, end: { only.end($0) }))
    })
  }
}

// Events arrive one at a time (law 1), which guards the element.
private final class OnlyElement<Element: Sendable>: @unchecked Sendable {
  private let sink: SingleSink<Element>
  private var element: Element?

  init(_ sink: SingleSink<Element>) {
    self.sink = sink
  }

  func next(_ element: Element) -> Bool {
    guard self.element == nil else {
      sink.resolve(.failure(StreamError.moreThanOneElement))
      return false
    }
    self.element = element
    return true
  }

  func end(_ ending: Ending) {
    switch ending {
    case .error(let error): sink.resolve(.failure(error))
    case .completed:
      sink.resolve(element.map { .success($0) } ?? .failure(StreamError.noElements))
    }
  }
}
