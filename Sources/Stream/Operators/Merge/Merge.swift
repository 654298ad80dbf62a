extension ObservableType where Element: ObservableConvertible {
  /// Runs all streams that the source sends, at the same time, and merges their elements.
  ///
  /// ```swift
  /// let all = Observable.of(Observable.of(1, 2), Observable.of(3)).merge()
  /// ```
  ///
  /// ```text
  /// source  --a---b-----|
  /// a         -1---2|
  /// b             --3--4|
  /// merge   ---1---23--4|
  /// ```
  ///
  /// ![A marble diagram of merge.](merge)
  ///
  /// It completes when the source and all streams have completed; an error of any of them ends it (law 9).
  @inlinable
  public func merge() -> Observable<Element.Element> { merging(limit: .max) { $0 } }

  /// Runs the streams that the source sends, up to a limit at a time, and merges their elements.
  ///
  /// Use it to limit how many requests are sent at the same time.
  ///
  /// ```swift
  /// let gentle = Observable.of(Observable.of(1, 2), Observable.of(3)).merge(maxConcurrent: 1)
  /// ```
  ///
  /// ```text
  /// source                   --a-b---------|
  /// a                          -1--|
  /// b                              -2|        starts when a has ended
  /// merge(maxConcurrent: 1)  ---1---2------|
  /// ```
  ///
  /// Waiting streams start in the order in which they arrived (law 11). A limit below one counts as one.
  @inlinable
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    merging(limit: Swift.max(1, maxConcurrent)) { $0 }
  }
}

extension Observable {
  /// Runs the streams at the same time, and merges their elements.
  ///
  /// ```swift
  /// let both = Observable.merge(Observable.of(1, 2), Observable.of(3))
  /// ```
  ///
  /// ```text
  /// a      --1-----2--|
  /// b      ----9---|
  /// merge  --1-9---2--|
  /// ```
  ///
  /// It completes when all streams have completed, or at once if there are none (law 12). An error of any of
  /// them ends it (law 9). Subjects, singles and your own types are accepted, too.
  @inlinable
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }

  /// Runs the streams of a collection at the same time, and merges their elements.
  ///
  /// ```swift
  /// let all = Observable.merge([Observable.of(1, 2), Observable.of(3)])
  /// ```
  ///
  /// ```text
  /// a      --1-----2--|
  /// b      ----9---|
  /// merge  --1-9---2--|
  /// ```
  ///
  /// An empty collection completes at once (law 12).
  @inlinable
  public static func merge<Sources: Collection & Sendable>(
    _ sources: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    Observable<Observable<Element>>.from(sources).merge()
  }
}

extension ObservableType {
  @inlinable
  func merging<Source: ObservableConvertible>(
    limit: Int, _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    let source = asObservable()
    return Observable<Source.Element>(run: { sink in
      let merger = Merger(sink, limit: limit)
      sink.slot.hold(merger)
      source.run(
        Sink(
          slot: merger,
          next: { _, element in
            do {
              return merger.add(try selector(element).asObservable())
            } catch {
              merger.finish(.error(error))
              return false
            }
          },
          end: { merger.sourceEnded($0) }))
    })
  }
}
