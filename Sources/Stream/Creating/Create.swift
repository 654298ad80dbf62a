extension Observable {
  /// Creates an observable from a closure that sends events to an observer.
  ///
  /// ```swift
  /// let steps = Observable<Int>.create { observer in
  ///   for step in 1...3 where !observer.isDisposed { observer.onNext(step) }
  ///   observer.onCompleted()
  ///   return Disposables.create { print("gone") }
  /// }
  /// ```
  ///
  /// ```text
  /// create  123|
  /// ```
  ///
  /// The closure runs once per subscription, on the subscribing thread. The disposable it returns is disposed
  /// of once, when the stream ends or the subscription is disposed of, whichever comes first. The observer
  /// may be called from any thread; events are serialized (laws 1, 4, 6).
  @inlinable
  public static func create(
    _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    Observable(run: { sink in
      guard !sink.slot.isDisposed else { return }
      let emitter = Emitter(sink)
      sink.slot.hold(emitter)
      let resource = subscribe(AnyObserver(emitter))
      if let handle = DisposableHandle.of(resource) { emitter.hold(handle) }
    })
  }
}

extension Single {
  /// The closure that receives the result in ``create(subscribe:)``.
  public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

  /// Creates a single from a closure that reports one result.
  ///
  /// ```swift
  /// let answer = Single<Int>.create { single in
  ///   single(.success(42))
  ///   return Disposables.create()
  /// }
  /// ```
  ///
  /// ```text
  /// create  ---(42|)     the result, whenever it comes
  /// ```
  ///
  /// The closure runs once per subscription, on the subscribing thread. Only the first result counts; later results and
  /// results after disposal are ignored. The disposable it returns is disposed of once, at the result or at disposal
  /// (law 3).
  ///
  /// A result is delivered on the thread that reports it. If it is available when the closure returns, whichever thread
  /// has reported it, the disposable is disposed of, and then the subscribing thread delivers the result. That needs no
  /// memory for a subscription that ends at once.
  @inlinable
  public static func create(
    subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    Single(start: {
      let emitter = SingleEmitter<Element>()
      return .started(emitter.started(subscribe { emitter.resolve($0) }))
    })
  }
}
