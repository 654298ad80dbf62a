extension Observable {
  /// Makes an observable of anything that calls back.
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
  /// The closure runs once per subscription, on the subscribing thread. What it returns is disposed of at the
  /// end of the stream or of the subscription, whichever comes first, once. The observer may be called from any
  /// thread; its events are put in order (laws 1, 4, 6).
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
  /// What the closure of ``create(subscribe:)`` calls with the result.
  public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

  /// Makes a single of anything that calls back once.
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
  /// The closure runs once per subscription, on the subscribing thread. The first result counts, later ones are
  /// ignored, as is one that comes after disposal. What the closure returns is disposed of once, when there is a
  /// result or at disposal (law 3); with a result that is there when the closure returns, just before it is
  /// delivered.
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
