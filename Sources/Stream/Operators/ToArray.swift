extension ObservableType {
  /// Collects all elements, and succeeds with them when the stream completes.
  ///
  /// ```swift
  /// let all = Observable.of(1, 2, 3).toArray()
  /// ```
  ///
  /// ```text
  /// source   --1--2--3--|
  /// toArray  -----------([1, 2, 3])
  /// ```
  ///
  /// ![A marble diagram of toArray.](toArray)
  ///
  /// An empty stream gives an empty array. The collected elements are released with the subscription (law 2).
  public func toArray() -> Single<[Element]> {
    let source = asObservable()
    return Single<[Element]>(pending: { sink in
      let gathered = Gathered<Element>()
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            gathered.elements.append(element)
            return true
          },
          end: { ending in
            switch ending {
            case .completed: sink.resolve(.success(gathered.elements))
            case .error(let error): sink.resolve(.failure(error))
            }
          }))
    })
  }
}

private final class Gathered<Element: Sendable>: @unchecked Sendable {
  // Guarded by the grammar: events come one at a time (law 1).
  var elements: [Element] = []
}
