extension ObservableType where Element: ObservableConvertible {
  /// Runs all the streams that come, at the same time, and merges what they send.
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
  /// It completes when the source and every stream have; an error of any of them ends it (law 9).
  @inlinable
  public func merge() -> Observable<Element.Element> { merging(limit: .max) { $0 } }

  /// Runs the streams that come, so many at a time, and merges what they send.
  ///
  /// Use it to keep a hundred requests from being sent at once.
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
  /// Streams that have to wait do so in the order they came (law 11). A limit below one counts as one.
  @inlinable
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    merging(limit: Swift.max(1, maxConcurrent)) { $0 }
  }
}

extension Observable {
  /// Runs the streams at the same time and merges what they send.
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
  /// It completes when all have, at once when there are none (law 12); an error of any of them ends it (law 9).
  @inlinable
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }

  /// Runs the streams of a collection at the same time and merges what they send.
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
  /// Of an empty collection it completes at once (law 12).
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
          next: { element in
            do {
              return merger.bring(try selector(element).asObservable())
            } catch {
              merger.finish(.error(error))
              return false
            }
          },
          end: { merger.sourceEnded($0) }))
    })
  }
}
