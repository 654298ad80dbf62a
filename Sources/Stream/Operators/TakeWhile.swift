/// Whether ``ObservableType/take(while:behavior:)`` also sends the element that ends it.
public enum TakeBehavior: Sendable {
  /// The element that ends the stream is the last one that is sent.
  case inclusive
  /// The element that ends the stream is not sent.
  case exclusive
}

extension ObservableType {
  /// Sends elements while they satisfy the predicate, then completes.
  ///
  /// ```swift
  /// let small = Observable.of(1, 2, 3).take(while: { $0 < 3 })
  /// ```
  ///
  /// ```text
  /// source                        --1--2--3--1--|
  /// take(while: <3)               --1--2--|
  /// take(while: <3, .inclusive)   --1--2--(3|)
  /// ```
  ///
  /// ![A marble diagram of takeWhile.](takeWhile)
  ///
  /// The source is disposed of at the first element that does not satisfy it (law 4). If the predicate throws, the
  /// stream fails with that error (law 8).
  @inlinable
  public func take(
    while predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            do {
              if try predicate(element) { return sink.next(element) }
            } catch {
              sink.end(.error(error))
              return false
            }
            if behavior == .exclusive || sink.next(element) { sink.end(.completed) }
            return false
          },
          end: sink.end))
    })
  }

  /// Sends elements until one satisfies the predicate, then completes.
  ///
  /// ```swift
  /// let small = Observable.of(1, 2, 3).take(until: { $0 == 3 }, behavior: .inclusive)
  /// ```
  ///
  /// ```text
  /// source                         --1--2--3--1--|
  /// take(until: ==3)               --1--2--|
  /// take(until: ==3, .inclusive)   --1--2--(3|)
  /// ```
  ///
  /// The source is disposed of at that element (law 4). If the predicate throws, the stream fails with that error
  /// (law 8).
  @inlinable
  public func take(
    until predicate: @escaping @Sendable (Element) throws -> Bool,
    behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(while: { try !predicate($0) }, behavior: behavior)
  }
}
