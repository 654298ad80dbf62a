extension ObservableType {
  /// Takes the stream at its word that it has exactly one element.
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
  /// It succeeds when the stream completes. A stream without an element fails with ``StreamError/noElements``,
  /// the second element of one that has more with ``StreamError/moreThanOneElement`` (law 16).
  public func asSingle() -> Single<Element> {
    let source = asObservable()
    return Single(pending: { sink in
      let only = OnlyElement(sink)
      source.run(Sink(slot: sink.slot, next: { only.next($0) }, end: { only.end($0) }))
    })
  }
}

// The grammar guards the element: events come one at a time (law 1).
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
