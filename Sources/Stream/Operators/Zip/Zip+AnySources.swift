extension Observable {
  /// Combines the elements of several sources of any type by position: the first of each, then the second of each.
  ///
  /// ```swift
  /// let (names, ages) = (PublishSubject<String>(), BehaviorSubject(value: 0))
  /// let people = Observable.zip(names, ages)
  /// ```
  ///
  /// ```text
  /// a    --1-----2-----3-|
  /// b    ----a-----b---|
  /// zip  ----1a----2b--|
  /// ```
  ///
  /// Use it with subjects and your own types. It gives the same guarantees as the form for observables (law 12).
  @_disfavoredOverload
  public static func zip<each Source: ObservableConvertible>(
    _ source: repeat each Source
  ) -> Observable<Element> where Element == (repeat (each Source).Element) {
    zip(repeat (each source).asObservable())
  }

  /// Combines the elements of several sources of any type by position, and transforms each row.
  ///
  /// ```swift
  /// let (names, ages) = (PublishSubject<String>(), BehaviorSubject(value: 0))
  /// let people = Observable.zip(names, ages, resultSelector: { "\($0), \($1)" })
  /// ```
  ///
  /// ```text
  /// a                --1-----2--|
  /// b                ----3-----4--|
  /// zip { $0 + $1 }  ----4-----6--|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  @_disfavoredOverload
  public static func zip<each Source: ObservableConvertible>(
    _ source: repeat each Source,
    resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    zip(repeat (each source).asObservable(), resultSelector: resultSelector)
  }

  /// Combines the elements of a collection of streams by position, and transforms each row.
  ///
  /// ```swift
  /// let sums = Observable<Int>.zip([Observable.of(1, 2), Observable.of(3, 4)]) { $0.reduce(0, +) }
  /// ```
  ///
  /// ```text
  /// a            --1-----2--|
  /// b            ----3-----4--|
  /// zip { sum }  ----4-----6--|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  public static func zip<Sources: Collection & Sendable>(
    _ collection: Sources,
    resultSelector: @escaping @Sendable ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertible {
    let sources = collection.map { $0.asObservable() }
    return Observable<Sources.Element.Element>.zip(sources).map(resultSelector)
  }
}
