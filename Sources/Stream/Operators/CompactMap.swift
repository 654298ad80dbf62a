extension ObservableType {
  /// Transforms each element, and drops those that become nil.
  ///
  /// ```swift
  /// let numbers = Observable.of("1", "x", "3").compactMap { Int($0) }
  /// ```
  ///
  /// ```text
  /// source                   --"1"--"x"--"3"--|
  /// compactMap { Int($0) }   --1---------3----|
  /// ```
  ///
  /// ![A marble diagram of compactMap.](compactMap)
  ///
  /// If the closure throws, the stream fails with that error, and the source is disposed of (law 8).
  @inlinable
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Observable<Result> {
    let run = asObservable().runner
    let step: Inlet<Element>.Step = { stage, element in
      let below = Stage<Result>.of(stage)
      do {
        guard let result = try transform(element) else { return true }
        return below.inlet.next(result)
      } catch {
        return below.fail(error)
      }
    }
    return Observable<Result>(run: { run($0.above(step)) })
  }
}
