extension ObservableType {
  /// Runs a stream for each element, one after another.
  ///
  /// ```swift
  /// let ordered = Observable.of(1, 2).concatMap { Observable.of($0, $0 * 10) }
  /// ```
  ///
  /// ```text
  /// source             --1-2------|
  /// concatMap { a-b }  --a-ba-b---|
  /// ```
  ///
  /// ![A marble diagram of concatMap.](concatMap)
  ///
  /// Waiting streams start in the order of their elements (law 11); the closure is called when an element arrives. It
  /// completes when the source and all inner streams have completed; an error of any of them, or of the closure, ends
  /// it (laws 8 and 9). A hundred thousand inner streams keep the stack flat (law 7).
  @inlinable
  public func concatMap<Source: ObservableConvertible>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    merging(limit: 1, selector)
  }
}
