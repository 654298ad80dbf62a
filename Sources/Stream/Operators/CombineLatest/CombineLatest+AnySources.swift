extension Observable {
  /// Combines the latest elements of several sources of any type into tuples, whenever one of them sends.
  ///
  /// ```swift
  /// let (name, age) = (BehaviorSubject(value: ""), BehaviorSubject(value: 0))
  /// let person = Observable.combineLatest(name, age)
  /// ```
  ///
  /// ```text
  /// a              --1-----2-----|
  /// b              ----a-----b-|
  /// combineLatest  ----1a--2a-2b-|
  /// ```
  ///
  /// Use it with subjects and your own types. It gives the same guarantees as the form for observables (law 12).
  @_disfavoredOverload
  public static func combineLatest<each Source: ObservableConvertible>(
    _ source: repeat each Source
  ) -> Observable<Element> where Element == (repeat (each Source).Element) {
    combineLatest(repeat (each source).asObservable())
  }

  /// Transforms the latest elements of several sources of any type, whenever one of them sends.
  ///
  /// ```swift
  /// let (name, age) = (BehaviorSubject(value: ""), BehaviorSubject(value: 0))
  /// let person = Observable.combineLatest(name, age, resultSelector: { "\($0), \($1)" })
  /// ```
  ///
  /// ```text
  /// a                          --1-----2-----|
  /// b                          ----3-----4-|
  /// combineLatest { $0 + $1 }  ----4---5-6---|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  @_disfavoredOverload
  public static func combineLatest<each Source: ObservableConvertible>(
    _ source: repeat each Source,
    resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    combineLatest(repeat (each source).asObservable(), resultSelector: resultSelector)
  }

  /// Transforms the latest elements of a collection of streams, whenever one of them sends.
  ///
  /// ```swift
  /// let sums = Observable<Int>.combineLatest([Observable.of(1), Observable.of(3)]) { $0.reduce(0, +) }
  /// ```
  ///
  /// ```text
  /// a                      --1-----2-----|
  /// b                      ----3-----4-|
  /// combineLatest { sum }  ----4---5-6---|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  public static func combineLatest<Sources: Collection & Sendable>(
    _ collection: Sources,
    resultSelector: @escaping @Sendable ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableConvertible {
    let sources = collection.map { $0.asObservable() }
    return Observable<Sources.Element.Element>.combineLatest(sources).map(resultSelector)
  }
}
