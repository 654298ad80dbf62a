extension ObservableType {
  /// Drops elements while they satisfy the predicate, and sends all that follow.
  ///
  /// ```swift
  /// let large = Observable.of(1, 2, 3, 1).skip(while: { $0 < 3 })
  /// ```
  ///
  /// ```text
  /// source           --1--2--3--1--|
  /// skip(while: <3)  --------3--1--|
  /// ```
  ///
  /// ![A marble diagram of skipWhile.](skipWhile)
  ///
  /// The predicate is not called again after the first element that does not satisfy it. If it throws, the stream fails
  /// with that error, and the source is disposed of (law 8).
  @inlinable
  public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let isSkipping = Variable(true)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            guard isSkipping.value else { return sink.next(element) }
            do {
              if try predicate(element) { return true }
            } catch {
              sink.end(.error(error))
              return false
            }
            isSkipping.value = false
            return sink.next(element)
          },
          end: sink.end))
    })
  }
}
