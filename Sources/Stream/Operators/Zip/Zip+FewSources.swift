// The functions of `Zip.swift` written out for two and three sources. The compiler specializes these in the
// caller's module, but those for any number of sources only in part, which costs several times the actual
// work.
extension Observable {
  /// Combines the elements of two streams by position: the first of each, then the second of each.
  ///
  /// ```swift
  /// let pairs = Observable.zip(Observable.of(1, 2), Observable.of("a", "b"))
  /// ```
  ///
  /// ```text
  /// a    --1-----2-----|
  /// b    ----a-----b-|
  /// zip  ----1a----2b--|
  /// ```
  ///
  /// The guarantees are those for any number of sources (law 12).
  @inlinable
  public static func zip<First: Sendable, Second: Sendable>(
    _ first: Observable<First>, _ second: Observable<Second>
  ) -> Observable<Element> where Element == (First, Second) {
    zip(first, second, resultSelector: { ($0, $1) })
  }

  /// Combines the elements of two streams by position, and transforms each row.
  ///
  /// ```swift
  /// let sums = Observable.zip(Observable.of(1, 2), Observable.of(3, 4), resultSelector: { $0 + $1 })
  /// ```
  ///
  /// ```text
  /// a              --1-----2-----|
  /// b              ----3-----4-|
  /// zip { $0+$1 }  ----4-----6---|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  @inlinable
  public static func zip<First: Sendable, Second: Sendable>(
    _ first: Observable<First>, _ second: Observable<Second>,
    resultSelector: @escaping @Sendable (First, Second) throws -> Element
  ) -> Observable<Element> {
    Observable(run: { sink in
      let one = Column<First>()
      let two = Column<Second>()
      let zipper = Zipper<(First, Second), Element>(
        sink, [one, two], takeRow: { (try one.take(), try two.take()) },
        { row in try resultSelector(row.0, row.1) })
      sink.slot.hold(zipper)
      zipper.run(first, into: one)
      zipper.run(second, into: two)
      zipper.pump()
    })
  }

  /// Combines the elements of three streams by position, and transforms each row.
  ///
  /// ```swift
  /// let one = Observable.of(1, 2)
  /// let sums = Observable.zip(one, one, one, resultSelector: { $0 + $1 + $2 })
  /// ```
  ///
  /// ```text
  /// a                 --1-----2---|
  /// b                 ---1------2-|
  /// c                 ----1------2|
  /// zip { $0+$1+$2 }  ----3------6|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the sources are disposed of (law 8).
  @inlinable
  public static func zip<First: Sendable, Second: Sendable, Third: Sendable>(
    _ first: Observable<First>, _ second: Observable<Second>, _ third: Observable<Third>,
    resultSelector: @escaping @Sendable (First, Second, Third) throws -> Element
  ) -> Observable<Element> {
    Observable(run: { sink in
      let one = Column<First>()
      let two = Column<Second>()
      let three = Column<Third>()
      let zipper = Zipper<(First, Second, Third), Element>(
        sink, [one, two, three],
        takeRow: { (try one.take(), try two.take(), try three.take()) },
        { row in try resultSelector(row.0, row.1, row.2) })
      sink.slot.hold(zipper)
      zipper.run(first, into: one)
      zipper.run(second, into: two)
      zipper.run(third, into: three)
      zipper.pump()
    })
  }
}
