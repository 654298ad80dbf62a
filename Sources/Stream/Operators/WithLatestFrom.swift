extension ObservableType {
  /// Puts the latest element of another stream in place of each element.
  ///
  /// Use it where the source says when, and the other says what: the text at the tap.
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
  /// What holds is said at ``withLatestFrom(_:resultSelector:)``. Both are released at the end (law 2).
  public func withLatestFrom<Source: ObservableConvertible>(
    _ second: Source
  ) -> Observable<Source.Element> {
    withLatestFrom(second, resultSelector: { $1 })
  }

  /// Makes one of each element and the latest of another stream.
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
  /// Elements that come before the other has sent something are left out. It completes with the source; when the
  /// other completes, its last element stays. An error of either, or of the closure, ends it (law 8). The other is
  /// subscribed to first.
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
        Sink(
          slot: other,
          next: { element in
            conductor.perform { latest.value = element }
            return !other.isDisposed
          },
          end: { ending in
            if case .error = ending { conductor.perform { conductor.finish(ending) } }
            other.dispose()
          }))
      guard !conductor.isDisposed else { return }
      source.run(
        Sink(
          slot: conductor,
          next: { element in
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
