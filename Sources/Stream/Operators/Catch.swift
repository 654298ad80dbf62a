extension ObservableType {
  /// Continues with another stream after an error.
  ///
  /// ```swift
  /// let numbers = Observable<Int>.error(CancellationError()).catch { _ in Observable.of(1, 2) }
  /// ```
  ///
  /// ```text
  /// source           --1--#
  /// catch { a-b-| }  --1--a-b-|
  /// ```
  ///
  /// ![A marble diagram of catch.](catch)
  ///
  /// If the closure throws, that error replaces the first (law 8). The source is disposed of, as in RxSwift
  /// without a guarantee that this happens before the other stream sends its first element. Recursion keeps the stack
  /// flat (law 7).
  @inlinable
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(tail: { sink in
      let handover = Handover(sink)
      source.run(
        Sink(
          slot: sink.slot, inlet: sink.inlet,
          end: { ending in
            guard case .error(let error) = ending else { return sink.end(ending) }
            guard !sink.slot.isDisposed else { return }
            do { handover.takeOver(try handler(error)) } catch { sink.end(.error(error)) }
          }))
      return handover.successor()
    })
  }

  /// Sends an element in place of an error, and completes.
  ///
  /// ```swift
  /// let number = Observable<Int>.error(CancellationError()).catchAndReturn(0)
  /// ```
  ///
  /// ```text
  /// source             --1--#
  /// catchAndReturn(0)  --1--(0|)
  /// ```
  ///
  /// ![A marble diagram of catchAndReturn.](catchAndReturn)
  ///
  /// The source is disposed of (law 2).
  @inlinable
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    self.catch { _ in Observable(just: element) }
  }
}

extension Single {
  /// Continues with another single after a failure.
  ///
  /// ```swift
  /// let cached = Single<Int>.error(CancellationError()).catch { _ in Single.just(1) }
  /// ```
  ///
  /// ```text
  /// source            --#
  /// catch { -b }      ---b
  /// ```
  ///
  /// If the closure throws, that error replaces the first (law 8). Recursion keeps the stack flat (law 7).
  @inlinable
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Single<Element>
  ) -> Single<Element> {
    let source = self
    return Single(start: { source.start().catch(handler) })
  }

  /// Succeeds with an element in place of a failure.
  ///
  /// ```swift
  /// let number = Single<Int>.error(CancellationError()).catchAndReturn(0)
  /// ```
  ///
  /// ```text
  /// source             --#
  /// catchAndReturn(0)  --0
  /// ```
  ///
  /// The work is disposed of (law 2).
  @inlinable
  public func catchAndReturn(_ element: Element) -> Single<Element> {
    self.catch { _ in Single(just: element) }
  }
}

extension Started {
  /// A separate function, because the frame of the closure that calls `start()` stays on the stack while the source starts.
  @inlinable @inline(__always)
  func `catch`(_ handler: @escaping @Sendable (any Error) throws -> Single<Element>) -> Beginning<Element> {
    switch self {
    case .failure(let error):
      do { return .tail(try handler(error)) } catch { return .started(.failure(error)) }
    case .pending(let attach):
      return .chain { sink in
        SingleHandover(sink) { event in
          guard case .failure(let error) = event else { return .end(event) }
          do { return .proceed(try handler(error)) } catch { return .end(.failure(error)) }
        }.run(attach)
      }
    case let ready:
      return .started(ready)
    }
  }
}
