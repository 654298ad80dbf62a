import Dispatch

extension ObservableType {
  /// Subscribes, and calls the closures on the main actor.
  ///
  /// ```swift
  /// let subscription = names.subscribe(onMain: { name in label.text = name })
  /// ```
  ///
  /// Events are always dispatched to the main thread, even from there, and keep their order. After
  /// `dispose()` on the main thread, no closure except `onDisposed` runs (law 1). Without `onError`, an error goes to
  /// ``StreamHooks``.
  public func subscribe(
    onMain onNext: @escaping @MainActor @Sendable (Element) -> Void,
    onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil,
    onDisposed: (@MainActor @Sendable () -> Void)? = nil
  ) -> any Disposable {
    observe(on: .main).subscribe(
      onNext: { element in MainActor.assumeIsolated { onNext(element) } },
      onError: onError.map(runningOnMain),
      onCompleted: { MainActor.assumeIsolated { onCompleted?() } },
      onDisposed: onDisposed.map(hoppingToMain))
  }

  /// Subscribes, and passes a weakly held object to the closures, on the main actor.
  ///
  /// Use it in a view model: the closures need no `[weak self]`.
  ///
  /// ```swift
  /// let subscription = names.subscribe(with: label, onMain: { label, name in label.text = name })
  /// ```
  ///
  /// Events are always dispatched to the main thread, even from there, and keep their order. Once the object is
  /// deallocated, the closures are no longer called. After `dispose()` on the main thread, no closure except
  /// `onDisposed` runs (law 1). Without `onError`, an error goes to ``StreamHooks``.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onMain onNext: @escaping @MainActor @Sendable (Object, Element) -> Void,
    onError: (@MainActor @Sendable (Object, any Error) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
    onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    var failed: (@MainActor @Sendable (any Error) -> Void)?
    if let onError { failed = { [weak object] error in if let object { onError(object, error) } } }
    var disposed: (@MainActor @Sendable () -> Void)?
    if let onDisposed { disposed = { [weak object] in if let object { onDisposed(object) } } }
    return subscribe(
      onMain: { [weak object] element in if let object { onNext(object, element) } },
      onError: failed,
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onDisposed: disposed)
  }
}

extension Single {
  /// Subscribes, and calls the closures on the main actor.
  ///
  /// ```swift
  /// let subscription = name.subscribe(onMain: { name in label.text = name })
  /// ```
  ///
  /// The result is always dispatched to the main thread, even from there. After `dispose()` on the main
  /// thread, no closure except `onDisposed` runs (law 1). Without `onFailure`, an error goes to ``StreamHooks``.
  public func subscribe(
    onMain onSuccess: @escaping @MainActor @Sendable (Element) -> Void,
    onFailure: (@MainActor @Sendable (any Error) -> Void)? = nil,
    onDisposed: (@MainActor @Sendable () -> Void)? = nil
  ) -> any Disposable {
    observe(on: .main).subscribe(
      onSuccess: { element in MainActor.assumeIsolated { onSuccess(element) } },
      onFailure: onFailure.map(runningOnMain),
      onDisposed: onDisposed.map(hoppingToMain))
  }

  /// Subscribes, and passes a weakly held object to the closures, on the main actor.
  ///
  /// Use it in a view model: the closures need no `[weak self]`.
  ///
  /// ```swift
  /// let subscription = name.subscribe(with: label, onMain: { label, name in label.text = name })
  /// ```
  ///
  /// The result is always dispatched to the main thread, even from there. Once the object is deallocated, the closures
  /// are no longer called. After `dispose()` on the main thread, no closure except `onDisposed` runs (law 1). Without
  /// `onFailure`, an error goes to ``StreamHooks``.
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onMain onSuccess: @escaping @MainActor @Sendable (Object, Element) -> Void,
    onFailure: (@MainActor @Sendable (Object, any Error) -> Void)? = nil,
    onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    var failed: (@MainActor @Sendable (any Error) -> Void)?
    if let onFailure { failed = { [weak object] error in if let object { onFailure(object, error) } } }
    var disposed: (@MainActor @Sendable () -> Void)?
    if let onDisposed { disposed = { [weak object] in if let object { onDisposed(object) } } }
    return subscribe(
      onMain: { [weak object] element in if let object { onSuccess(object, element) } },
      onFailure: failed,
      onDisposed: disposed)
  }
}

private func runningOnMain(
  _ action: @escaping @MainActor @Sendable (any Error) -> Void
) -> @Sendable (any Error) -> Void {
  { error in MainActor.assumeIsolated { action(error) } }
}

/// Returns a closure that runs the action on the main thread, later, from any thread.
func hoppingToMain(
  _ action: @escaping @MainActor @Sendable () -> Void
) -> @Sendable () -> Void {
  // `dispose()` may be called on any thread.
  { DispatchQueue.main.async { MainActor.assumeIsolated(action) } }
}
