extension ObservableType {
  /// Replaces each element with the latest element of another stream.
  ///
  /// Use it if the source determines when to send and the other stream what, such as the text at the time of a tap.
  ///
  /// ```swift
  /// let submitted = taps.withLatestFrom(texts)
  /// ```
  ///
  /// ```text
  /// source                  -----1--2-----3--|
  /// second                  --a-------b-c----
  /// withLatestFrom(second)  -----a--a-----c--|
  /// ```
  ///
  /// ![A marble diagram of withLatestFrom.](withLatestFrom)
  ///
  /// See ``withLatestFrom(_:resultSelector:)`` for the guarantees. Both streams are released at the end (law 2).
  public func withLatestFrom<Source: ObservableConvertible>(
    _ second: Source
  ) -> Observable<Source.Element> {
    withLatestFrom(second, resultSelector: { $1 })
  }

  /// Combines each element with the latest element of another stream.
  ///
  /// ```swift
  /// let submitted = taps.withLatestFrom(texts, resultSelector: { tap, text in (tap, text) })
  /// ```
  ///
  /// ```text
  /// source          -----1--2-----3--|
  /// second          --a-------b-c----
  /// withLatestFrom  -----1a-2a----3c-|
  /// ```
  ///
  /// Elements that arrive before the other stream has sent one are dropped. It completes with the source; when the
  /// other stream completes, its last element stays in use. An error of either, or of the closure, ends it (law 8). The
  /// other stream is subscribed to first.
  public func withLatestFrom<Source: ObservableConvertible, Result: Sendable>(
    _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> Result
  ) -> Observable<Result> {
    let source = asObservable()
    let second = second.asObservable()
    return Observable<Result>(run: { sink in
      let conductor = Conductor(sink, others: 1)
      let other = conductor.others[0]
      let latest = Variable<Source.Element?>(nil)
      second.run(
        conductor.sinkOfOther(in: other) { _, element in
          conductor.perform { latest.value = element }
          return !other.isDisposed
        })
      guard !conductor.isDisposed else { return }
      source.run(
        Sink(
          slot: conductor,
          next: { _, element in
            conductor.perform {
              guard let second = latest.value else { return }
              do {
                conductor.send(try resultSelector(element, second))
              } catch {
                conductor.finish(.error(error))
              }
            }
            return !conductor.isDisposed
          },
          end: { ending in conductor.perform { conductor.finish(ending) } }))
    })
  }
}
