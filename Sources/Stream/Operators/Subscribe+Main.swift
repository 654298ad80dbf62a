import Dispatch

extension ObservableType {
  /// Subscribes, and calls the closures on the main actor.
  ///
  /// ```swift
  /// let subscription = names.subscribe(onMain: { name in label.text = name })
  /// ```
  ///
  /// Events are always dispatched to the main thread, even from there, and keep their order. After
  /// `dispose()` on the main thread, no closure except `onDisposed` runs (law 1).
  public func subscribe(
    onMain onNext: @escaping @MainActor @Sendable (Element) -> Void,
    onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil,
    onDisposed: (@MainActor @Sendable () -> Void)? = nil
  ) -> any Disposable {
    observe(on: .main).subscribe(
      onNext: { element in MainActor.assumeIsolated { onNext(element) } },
      onError: { error in MainActor.assumeIsolated { onError?(error) } },
      onCompleted: { MainActor.assumeIsolated { onCompleted?() } },
      onDisposed: onDisposed.map(hoppingToMain))
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
  /// thread, no closure except `onDisposed` runs (law 1).
  public func subscribe(
    onMain onSuccess: @escaping @MainActor @Sendable (Element) -> Void,
    onFailure: (@MainActor @Sendable (any Error) -> Void)? = nil,
    onDisposed: (@MainActor @Sendable () -> Void)? = nil
  ) -> any Disposable {
    observe(on: .main).subscribe(
      onSuccess: { element in MainActor.assumeIsolated { onSuccess(element) } },
      onFailure: { error in MainActor.assumeIsolated { onFailure?(error) } },
      onDisposed: onDisposed.map(hoppingToMain))
  }
}

private func hoppingToMain(
  _ action: @escaping @MainActor @Sendable () -> Void
) -> @Sendable () -> Void {
  // `dispose()` may be called on any thread.
  { DispatchQueue.main.async { MainActor.assumeIsolated(action) } }
}
