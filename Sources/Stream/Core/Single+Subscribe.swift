extension Single {
  /// Subscribes, and calls a closure for success or failure.
  ///
  /// ```swift
  /// let subscription = Single.just(1).subscribe(
  ///   onSuccess: { print($0) },
  ///   onFailure: { print("failed:", $0) })
  /// ```
  ///
  /// Exactly one of `onSuccess` and `onFailure` runs, unless you dispose of the subscription first.
  /// `onDisposed` runs once, after the result or at disposal. Without `onFailure`, an error goes to ``StreamHooks``.
  @inlinable
  public func subscribe(
    onSuccess: (@Sendable (Element) -> Void)? = nil,
    onFailure: (@Sendable (any Error) -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    switch start() {
    case .success(let element):
      onSuccess?(element)
    case .failure(let error):
      if let failed = StreamHooks.handler(or: onFailure) { failed(error) } else { StreamHooks.report(error) }
    case .pending(let attach):
      let failed = StreamHooks.handler(or: onFailure)
      let slot = Slot.subscription(to: Element.self, onDisposed)
      let resolve: @Sendable (SingleEvent<Element>) -> Void = { event in
        guard !slot.isDisposed else { return }
        switch event {
        case .success(let element): onSuccess?(element)
        case .failure(let error): if let failed { failed(error) } else { StreamHooks.report(error) }
        }
        slot.dispose()
      }
      let isWatched = SubscriptionWatch.mayWatch
      attach(SingleSink(slot: slot, resolve: isWatched ? SubscriptionWatch.inherited(by: resolve) : resolve))
      return slot
    }
    onDisposed?()
    return EmptyDisposable()
  }

  /// Subscribes, and calls a closure with the result.
  ///
  /// ```swift
  /// let subscription = Single.just(1).subscribe { result in print(result) }
  /// ```
  @inlinable
  public func subscribe(
    _ observer: @escaping @Sendable (SingleEvent<Element>) -> Void
  ) -> any Disposable {
    subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
  }

  /// Subscribes, and passes a weakly held object to the closures.
  ///
  /// ```swift
  /// let subscription = user.subscribe(with: screen, onSuccess: { screen, user in screen.show(user) })
  /// ```
  ///
  /// Once the object is deallocated, the closures are no longer called. The object is retained while a closure runs.
  /// Without `onFailure`, an error goes to ``StreamHooks``.
  @inlinable
  @_disfavoredOverload
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
    onFailure: (@Sendable (Object, any Error) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    var failed: StreamHooks.ErrorHandler?
    if let onFailure { failed = { [weak object] error in if let object { onFailure(object, error) } } }
    return subscribe(
      onSuccess: { [weak object] element in if let object { onSuccess?(object, element) } },
      onFailure: failed,
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }

  /// Does the same as the overload above, with a required closure for the success.
  ///
  /// Without this overload, an unlabelled closure would be passed to `subscribe(with:onMain:)` in language mode 5.
  @inlinable
  @_documentation(visibility: internal)
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onSuccess: @escaping @Sendable (Object, Element) -> Void,
    onFailure: (@Sendable (Object, any Error) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(with: object, onSuccess: .some(onSuccess), onFailure: onFailure, onDisposed: onDisposed)
  }
}
