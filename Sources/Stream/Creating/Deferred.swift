extension Observable {
  /// Creates a new observable for each subscription.
  ///
  /// Use it when creating the observable reads something that changes, such as the time or a token.
  ///
  /// ```swift
  /// let fresh = Observable.deferred { Observable.just(Int.random(in: 1...6)) }
  /// ```
  ///
  /// ```text
  /// first subscriber   (a|)
  /// second subscriber       (b|)
  /// ```
  ///
  /// If the closure throws, the stream fails with that error (law 8).
  @inlinable
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> Observable<Element>
  ) -> Observable<Element> {
    Observable(tail: { sink in
      guard !sink.slot.isDisposed else { return nil }
      do {
        return try observableFactory()
      } catch {
        sink.end(.error(error))
        return nil
      }
    })
  }
}

extension Single {
  /// Creates a new single for each subscription.
  ///
  /// ```swift
  /// let fresh = Single.deferred { Single.just(Int.random(in: 1...6)) }
  /// ```
  ///
  /// ```text
  /// first subscriber   (a)
  /// second subscriber       (b)
  /// ```
  ///
  /// If the closure throws, the single fails with that error (law 8).
  @inlinable
  public static func deferred(
    _ singleFactory: @escaping @Sendable () throws -> Single<Element>
  ) -> Single<Element> {
    Single(start: {
      do { return .tail(try singleFactory()) } catch { return .started(.failure(error)) }
    })
  }
}
