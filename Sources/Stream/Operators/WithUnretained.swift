extension ObservableType {
  /// Sends each element with an object that the stream does not retain.
  ///
  /// ```swift
  /// let subscription = names.withUnretained(screen).subscribe(onNext: { screen, name in screen.show(name) })
  /// ```
  ///
  /// ```text
  /// source                --1---2-----3---
  /// object                -----------x        deallocated
  /// withUnretained(x)     --x1--x2----|
  /// ```
  ///
  /// ![A marble diagram of withUnretained.](withUnretained)
  ///
  /// If the object has been deallocated, the next element completes the stream, and the source is disposed of (law 4).
  @inlinable
  public func withUnretained<Object: AnyObject & Sendable>(
    _ object: Object
  ) -> Observable<(Object, Element)> {
    withUnretained(object, resultSelector: { pair in pair })
  }

  /// Combines each element with an object that the stream does not retain.
  ///
  /// ```swift
  /// let titles = names.withUnretained(screen, resultSelector: { screen, name in "\(screen): \(name)" })
  /// ```
  ///
  /// ```text
  /// source                --1---2-----3---
  /// object                -----------x        deallocated
  /// withUnretained(x)     --x1--x2----|
  /// ```
  ///
  /// If the object has been deallocated, the next element completes the stream, and the source is disposed of (law 4).
  /// If the closure throws, the stream fails with that error (law 8).
  @inlinable
  public func withUnretained<Object: AnyObject & Sendable, Result: Sendable>(
    _ object: Object, resultSelector: @escaping @Sendable ((Object, Element)) throws -> Result
  ) -> Observable<Result> {
    let run = asObservable().runner
    let step: Inlet<Element>.Step = { [weak object] stage, element in
      let below = Stage<Result>.of(stage)
      guard let object else {
        below.end(.completed)
        return false
      }
      do { return below.inlet.next(try resultSelector((object, element))) } catch { return below.fail(error) }
    }
    return Observable<Result>(run: { run($0.above(step)) })
  }
}
