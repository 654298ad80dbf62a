extension ObservableType {
  /// Sends only the elements that satisfy the predicate.
  ///
  /// ```swift
  /// let even = Observable.of(1, 2, 3).filter { $0.isMultiple(of: 2) }
  /// ```
  ///
  /// ```text
  /// source             --1--2--3--4--|
  /// filter { $0 > 2 }  --------3--4--|
  /// ```
  ///
  /// ![A marble diagram of filter.](filter)
  ///
  /// If the predicate throws, the stream fails with that error, and the source is disposed of (law 8).
  @inlinable
  public func filter(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) -> Observable<Element> {
    let run = asObservable().runner
    let step: Inlet<Element>.Step = { stage, element in
      let below = Stage<Element>.of(stage)
      do { return try predicate(element) ? below.inlet.next(element) : true } catch {
        return below.fail(error)
      }
    }
    return Observable(run: { run($0.above(step)) })
  }
}
