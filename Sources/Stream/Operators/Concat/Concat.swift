extension ObservableType {
  /// Continues with another stream once the source has completed.
  ///
  /// ```swift
  /// let numbers = Observable.of(1, 2).concat(Observable.of(3))
  /// ```
  ///
  /// ```text
  /// source          --1--2--|
  /// second          ---3--|
  /// concat(second)  --1--2-----3--|
  /// ```
  ///
  /// ![A marble diagram of concat.](concat)
  ///
  /// The second stream is subscribed to only when the source has completed. An error of the source ends the
  /// stream without the second one. Recursion keeps the stack flat (law 7).
  ///
  /// The second stream may also be a single, so its type is written: `.concat(Observable.error(error))`. A single has no
  /// `concat`, because it has one element; use ``Single/asObservable()`` first.
  @inlinable
  public func concat<Source: ObservableConvertible>(
    _ second: Source
  ) -> Observable<Element> where Source.Element == Element {
    let source = asObservable()
    let second = second.asObservable()
    return Observable(tail: { sink in
      let handover = Handover(sink)
      source.run(
        Sink(
          slot: sink.slot, inlet: sink.inlet,
          end: { ending in
            guard case .completed = ending else { return sink.end(ending) }
            sink.slot.empty()
            handover.takeOver(second)
          }))
      return handover.successor()
    })
  }
}

extension ObservableType where Element: ObservableConvertible {
  /// Runs the streams that the source sends, one after another.
  ///
  /// ```swift
  /// let numbers = Observable.of(Observable.of(1, 2), Observable.of(3)).concat()
  /// ```
  ///
  /// ```text
  /// source  --a-b-----|
  /// a         -1--2|
  /// b              -3--|
  /// concat  ---1--2-3--|
  /// ```
  ///
  /// Waiting streams start in the order in which they arrived (law 11). It completes when the source and all
  /// streams have completed; an error of any of them ends it.
  @inlinable
  public func concat() -> Observable<Element.Element> { merging(limit: 1) { $0 } }
}

extension Observable {
  /// Runs the streams one after another.
  ///
  /// ```swift
  /// let numbers = Observable.concat(Observable.of(1, 2), Observable.of(3))
  /// ```
  ///
  /// ```text
  /// a             --1--2--|
  /// b             ---3--|
  /// concat(a, b)  --1--2-----3--|
  /// ```
  ///
  /// It completes with the last stream, or at once if there are none. An error of any of them ends it. Recursion
  /// through the last stream keeps the stack flat (law 7). Subjects, singles and your own types are accepted, too.
  @inlinable
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    concat(sources)
  }

  /// Runs the streams of a sequence one after another.
  ///
  /// ```swift
  /// let numbers = Observable.concat([Observable.of(1, 2), Observable.of(3)])
  /// ```
  ///
  /// ```text
  /// a             --1--2--|
  /// b                     ---3--|
  /// concat [a, b]  --1--2-----3--|
  /// ```
  ///
  /// The sequence is read as streams complete, so it may be lazy or infinite. A hundred thousand streams keep the stack
  /// flat, even if each is the last one of the one before (law 7).
  @inlinable
  public static func concat<Sources: Sequence & Sendable>(
    _ sequence: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    Observable(series: { .of(sequence, after: .completion) })
  }
}
