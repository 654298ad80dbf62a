extension Observable {
  /// Combines the elements of several streams by position: the first of each, then the second of each.
  ///
  /// ```swift
  /// let pairs = Observable.zip(Observable.of(1, 2), Observable.of("a", "b"))
  /// ```
  ///
  /// ```text
  /// a    --1-----2-----3-|
  /// b    ----a-----b---|
  /// zip  ----1a----2b--|
  /// ```
  ///
  /// ![A marble diagram of zip.](zip)
  ///
  /// It completes when all sources have completed, or at the first element that can no longer find a match
  /// because all other sources have ended. A source that ends while others continue is released (law 12). An
  /// error of any of them ends it.
  @inlinable
  public static func zip<each Source: Sendable>(
    _ source: repeat Observable<each Source>
  ) -> Observable<Element> where Element == (repeat each Source) {
    zip(repeat each source, resultSelector: { (element: repeat each Source) in (repeat each element) })
  }

  /// Combines the elements of several streams by position, and transforms each row.
  ///
  /// ```swift
  /// let sums = Observable.zip(Observable.of(1, 2), Observable.of(3, 4), resultSelector: { $0 + $1 })
  /// ```
  ///
  /// ```text
  /// a             --1-----2-----|
  /// b             ----3-----4-|
  /// zip { $0+$1 } ----4-----6---|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  @inlinable
  public static func zip<each Source: Sendable>(
    _ source: repeat Observable<each Source>,
    resultSelector: @escaping @Sendable (repeat each Source) throws -> Element
  ) -> Observable<Element> {
    Observable(run: { sink in
      let column = (repeat Column<each Source>(of: each source))
      var columns: [AnyColumn] = []
      for one in repeat each column { columns.append(one) }
      let zipper = Zipper<(repeat each Source), Element>(
        sink, columns, takeRow: { (repeat try (each column).take()) },
        { row in try resultSelector(repeat each row) })
      sink.slot.hold(zipper)
      for (one, into) in repeat (each source, each column) { zipper.run(one, into: into) }
      zipper.pump()
    })
  }

  /// Combines the elements of a collection of streams by position.
  ///
  /// ```swift
  /// let rows = Observable.zip([Observable.of(1, 2), Observable.of(3, 4)])
  /// ```
  ///
  /// ```text
  /// a           --1-----2-----|
  /// b           ----3-----4-|
  /// zip [a, b]  ----13----24--|
  /// ```
  ///
  /// An empty collection completes at once (law 12).
  @inlinable
  public static func zip<Sources: Collection & Sendable>(
    _ collection: Sources
  ) -> Observable<[Element]> where Sources.Element == Observable<Element> {
    Observable<[Element]>(run: { sink in
      let columns = collection.map { Column<Element>(of: $0) }
      let zipper = Zipper<[Element], [Element]>(
        sink, columns, takeRow: { try columns.map { try $0.take() } }, { $0 })
      sink.slot.hold(zipper)
      for (source, column) in Swift.zip(collection, columns) { zipper.run(source, into: column) }
      zipper.pump()
    })
  }
}

extension Single {
  /// Runs several singles at the same time, and succeeds with all their results.
  ///
  /// ```swift
  /// let both = Single.zip(Single.just(1), Single.just("a"))
  /// ```
  ///
  /// ```text
  /// a    --(1|)
  /// b    -----(a|)
  /// zip  -----(1a|)
  /// ```
  ///
  /// If one of them fails, the single fails with that error, and the others are disposed of.
  @inlinable
  public static func zip<each Source: Sendable>(
    _ source: repeat Single<each Source>
  ) -> Single<Element> where Element == (repeat each Source) {
    let zipped: Observable<(repeat each Source)> = Observable.zip(
      repeat (each source).asObservable())
    return Single(firstOf: zipped)
  }

  /// Runs several singles at the same time, and transforms their results into one.
  ///
  /// ```swift
  /// let sum = Single.zip(Single.just(1), Single.just(2), resultSelector: { $0 + $1 })
  /// ```
  ///
  /// ```text
  /// a              --(1|)
  /// b              -----(2|)
  /// zip { $0+$1 }  -----(3|)
  /// ```
  ///
  /// If the closure throws, the single fails with that error (law 8).
  @inlinable
  public static func zip<each Source: Sendable>(
    _ source: repeat Single<each Source>,
    resultSelector: @escaping @Sendable (repeat each Source) throws -> Element
  ) -> Single<Element> {
    Single(
      firstOf: Observable.zip(
        repeat (each source).asObservable(), resultSelector: resultSelector))
  }

  /// Runs a collection of singles at the same time, and succeeds with their results in the collection's order.
  ///
  /// ```swift
  /// let all = Single.zip([Single.just(1), Single.just(2)])
  /// ```
  ///
  /// ```text
  /// a           -----(1|)
  /// b           --(2|)
  /// zip [a, b]  -----(12|)
  /// ```
  ///
  /// An empty collection succeeds with an empty array.
  @inlinable
  public static func zip<Sources: Collection & Sendable>(
    _ collection: Sources
  ) -> Single<[Element]> where Sources.Element == Single<Element> {
    if collection.isEmpty { return Single<[Element]>(just: []) }
    return Single<[Element]>(
      firstOf: Observable<Element>.zip(collection.map { $0.asObservable() }))
  }

  /// Runs a collection of singles at the same time, and transforms their results into one.
  ///
  /// ```swift
  /// let sum = Single.zip([Single.just(1), Single.just(2)], resultSelector: { $0.reduce(0, +) })
  /// ```
  ///
  /// ```text
  /// a                  -----(1|)
  /// b                  --(2|)
  /// zip [a, b] { + }   -----(3|)
  /// ```
  ///
  /// If the closure throws, the single fails with that error (law 8).
  @inlinable
  public static func zip<Sources: Collection & Sendable, Result: Sendable>(
    _ collection: Sources, resultSelector: @escaping @Sendable ([Element]) throws -> Result
  ) -> Single<Result> where Sources.Element == Single<Element> {
    zip(collection).map(resultSelector)
  }
}
