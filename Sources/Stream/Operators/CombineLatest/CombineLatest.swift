extension Observable {
  /// Combines the latest elements of several streams into tuples, whenever one of them sends.
  ///
  /// Use it for a value that depends on several changing values, and `zip` for elements that come in pairs.
  ///
  /// ```swift
  /// let both = Observable.combineLatest(Observable.of(1, 2), Observable.of("a", "b"))
  /// ```
  ///
  /// ```text
  /// a              --1-----2-----|
  /// b              ----a-----b-|
  /// combineLatest  ----1a--2a-2b-|
  /// ```
  ///
  /// ![A marble diagram of combineLatest.](combineLatest)
  ///
  /// Nothing is sent until every source has sent an element. It completes when all sources have completed, or at an
  /// element that can no longer be combined because all other sources have completed, one of them without an element
  /// (law 12). An error of any of them ends it.
  @inlinable
  public static func combineLatest<each Source: Sendable>(
    _ source: repeat Observable<each Source>
  ) -> Observable<Element> where Element == (repeat each Source) {
    combineLatest(
      repeat each source,
      resultSelector: { (element: repeat each Source) in (repeat each element) })
  }

  /// Transforms the latest elements of several streams, whenever one of them sends.
  ///
  /// ```swift
  /// let sums = Observable.combineLatest(
  ///   Observable.of(1, 2), Observable.of(3, 4), resultSelector: { $0 + $1 })
  /// ```
  ///
  /// ```text
  /// a                       --1-----2-----|
  /// b                       ----3-----4-|
  /// combineLatest { $0+$1 } ----4---5-6---|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  @inlinable
  public static func combineLatest<each Source: Sendable>(
    _ source: repeat Observable<each Source>,
    resultSelector: @escaping @Sendable (repeat each Source) throws -> Element
  ) -> Observable<Element> {
    Observable(run: { sink in
      let latest = (repeat Variable<(each Source)?>(latestOf: each source))
      var count = 0
      for _ in repeat each latest { count += 1 }
      let combiner = Combiner(sink, sources: count) {
        try resultSelector(repeat try (each latest).latest())
      }
      var index = 0
      for (one, into) in repeat (each source, each latest) {
        combiner.run(one, into: into, at: index)
        index += 1
      }
    })
  }

  /// Combines the latest elements of a collection of streams into arrays, whenever one of them sends.
  ///
  /// ```swift
  /// let rows = Observable.combineLatest([Observable.of(1, 2), Observable.of(3, 4)])
  /// ```
  ///
  /// ```text
  /// a                     --1-----2-----|
  /// b                     ----3-----4-|
  /// combineLatest [a, b]  ----13--23-24-|
  /// ```
  ///
  /// An empty collection completes at once (law 12).
  @inlinable
  public static func combineLatest<Sources: Collection & Sendable>(
    _ collection: Sources
  ) -> Observable<[Element]> where Sources.Element == Observable<Element> {
    if collection.isEmpty { return .empty() }
    return Observable<[Element]>(run: { sink in
      let latest = collection.map { Variable<Element?>(latestOf: $0) }
      let combiner = Combiner(sink, sources: latest.count) { try latest.map { try $0.latest() } }
      for (index, (source, into)) in Swift.zip(collection, latest).enumerated() {
        combiner.run(source, into: into, at: index)
      }
    })
  }
}
