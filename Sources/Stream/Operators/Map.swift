extension ObservableType {
  /// Transforms each element.
  ///
  /// ```swift
  /// let lengths = Observable.of("a", "bb").map { $0.count }
  /// ```
  ///
  /// ```text
  /// source           --1--2--3--|
  /// map { $0 * 10 }  --10-20-30-|
  /// ```
  ///
  /// ![A marble diagram of map.](map)
  ///
  /// If the closure throws, the stream fails with that error, and the source is disposed of (law 8).
  @inlinable
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Observable<Result> {
    let run = asObservable().runner
    let step: Inlet<Element>.Step = { stage, element in
      let below = Stage<Result>.of(stage)
      do { return below.inlet.next(try transform(element)) } catch { return below.fail(error) }
    }
    return Observable<Result>(run: { run($0.above(step)) })
  }
}

extension Single {
  /// Transforms the success.
  ///
  /// ```swift
  /// let length = Single.just("abc").map { $0.count }
  /// ```
  ///
  /// ```text
  /// source           --1
  /// map { $0 * 10 }  --10
  /// ```
  ///
  /// If the closure throws, the single fails with that error (law 8).
  @inlinable
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Single<Result> {
    let source = self
    return Single<Result>(start: { .started(source.start().map(transform)) })
  }
}

extension Started {
  /// A separate function, because the frame of the closure that calls `start()` stays on the stack while the source starts.
  @inlinable @inline(__always)
  func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Started<Result> {
    switch self {
    case .success(let element):
      do { return .success(try transform(element)) } catch { return .failure(error) }
    case .failure(let error):
      return .failure(error)
    case .pending(let attach):
      return .pending { sink in
        attach(SingleSink(slot: sink.slot) { sink.resolve($0.map(catching: transform)) })
      }
    }
  }
}

extension Result where Failure == any Error {
  @inlinable
  func map<New>(catching transform: (Success) throws -> New) -> Result<New, any Error> {
    flatMap { success in Result<New, any Error> { try transform(success) } }
  }
}
