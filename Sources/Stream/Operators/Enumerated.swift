extension ObservableType {
  /// Sends each element with its index, counted from zero.
  ///
  /// ```swift
  /// let numbered = Observable.of("a", "b").enumerated().map { index, element in "\(index): \(element)" }
  /// ```
  ///
  /// ```text
  /// source        --a---b---|
  /// enumerated()  --0a--1b--|
  /// ```
  ///
  /// ![A marble diagram of enumerated.](enumerated)
  ///
  /// Each subscription counts from zero.
  @inlinable
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    let source = asObservable()
    return Observable<(index: Int, element: Element)>(run: { sink in
      let count = Variable(0)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            let index = count.value
            count.value = index + 1
            return sink.next((index: index, element: element))
          },
          end: sink.end))
    })
  }
}
