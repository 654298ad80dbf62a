import Dispatch

extension ObservableType {
  /// Starts the stream and calls back on the main actor.
  ///
  /// ```swift
  /// let subscription = names.subscribe(onMain: { name in label.text = name })
  /// ```
  ///
  /// Events hop to the main thread, also when they come from there; their order stays. After `dispose()` on the
  /// main thread none of the closures but `onDisposed` runs (law 1).
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
  /// Starts the work and calls back on the main actor.
  ///
  /// ```swift
  /// let subscription = name.subscribe(onMain: { name in label.text = name })
  /// ```
  ///
  /// The result hops to the main thread, also when it comes from there. After `dispose()` on the main thread
  /// none of the closures but `onDisposed` runs (law 1).
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
  // Disposal may come from any thread.
  { DispatchQueue.main.async { MainActor.assumeIsolated(action) } }
}
