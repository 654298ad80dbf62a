extension ObservableType {
  /// Drops the first `count` elements.
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
  /// ![A marble diagram of skip.](skip)
  ///
  /// A count of zero or less drops nothing. Each subscription counts from zero. Dropped elements are not kept (law 2).
  @inlinable
  public func skip(_ count: Int) -> Observable<Element> {
    let source = asObservable()
    guard count > 0 else { return source }
    return Observable(run: { sink in
      let left = Variable(count)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            guard left.value > 0 else { return sink.next(element) }
            left.value -= 1
            return true
          },
          end: sink.end))
    })
  }
}
