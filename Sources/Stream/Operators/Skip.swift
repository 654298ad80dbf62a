extension ObservableType {
  /// Leaves out so many elements from the start.
  ///
  /// ```swift
  /// let rest = Observable.of(1, 2, 3).skip(1)
  /// ```
  ///
  /// ```text
  /// source   --1--2--3--|
  /// skip(1)  -----2--3--|
  /// ```
  ///
  /// With zero or less nothing is left out. Each subscription counts from zero. What is left out is not kept (law 2).
  @inlinable
  public func skip(_ count: Int) -> Observable<Element> {
    let source = asObservable()
    guard count > 0 else { return source }
    return Observable(run: { sink in
      let left = Variable(count)
      source.run(
        Sink(
          slot: sink.slot,
          next: { element in
            guard left.value > 0 else { return sink.next(element) }
            left.value -= 1
            return true
          },
          end: sink.end))
    })
  }
}
