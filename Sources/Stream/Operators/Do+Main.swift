extension ObservableType {
  /// Runs the given closures on the main actor when events occur, and delivers the events on the main thread.
  ///
  /// Use it to show progress, such as a spinner between the subscription and the end.
  ///
  /// ```swift
  /// let shown = names.do(
  ///   onMain: { name in label.text = name }, onSubscribe: { label.text = "…" }, onDispose: { label.text += "." })
  /// ```
  ///
  /// ```text
  /// source          --1----2--|
  /// do(onMain:)     ---1----2--|     on the main thread
  /// ```
  ///
  /// Each closure runs before its event is delivered. Events are always dispatched to the main thread, even from there,
  /// and keep their order. `onSubscribe` and `onDispose` are dispatched to it too, and run in this order. If another
  /// closure throws, the stream fails with that error, and the source is disposed of (law 8).
  public func `do`(
    onMain onNext: @escaping @MainActor @Sendable (Element) throws -> Void,
    onError: (@MainActor @Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () throws -> Void)? = nil,
    onSubscribe: (@MainActor @Sendable () -> Void)? = nil,
    onDispose: (@MainActor @Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    observe(on: .main).do(
      onNext: { element in try MainActor.assumeIsolated { try onNext(element) } },
      onError: { error in try MainActor.assumeIsolated { try onError?(error) } },
      onCompleted: { try MainActor.assumeIsolated { try onCompleted?() } },
      onSubscribe: onSubscribe.map(hoppingToMain),
      onDispose: onDispose.map(hoppingToMain))
  }
}

extension Single {
  /// Runs the given closures on the main actor when events occur, and delivers the result on the main thread.
  ///
  /// Use it to show progress, such as a spinner between the subscription and the result.
  ///
  /// ```swift
  /// let shown = name.do(
  ///   onMain: { name in label.text = name }, onSubscribe: { label.text = "…" }, onDispose: { label.text += "." })
  /// ```
  ///
  /// ```text
  /// source          --(1|)
  /// do(onMain:)     ---(1|)     on the main thread
  /// ```
  ///
  /// Each closure runs before the result is delivered. The result is always dispatched to the main thread, even from
  /// there. `onSubscribe` and `onDispose` are dispatched to it too, and run in this order. If another closure throws,
  /// the single fails with that error (law 8).
  public func `do`(
    onMain onSuccess: @escaping @MainActor @Sendable (Element) throws -> Void,
    onError: (@MainActor @Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@MainActor @Sendable () -> Void)? = nil,
    onDispose: (@MainActor @Sendable () -> Void)? = nil
  ) -> Single<Element> {
    observe(on: .main).do(
      onSuccess: { element in try MainActor.assumeIsolated { try onSuccess(element) } },
      onError: { error in try MainActor.assumeIsolated { try onError?(error) } },
      onSubscribe: onSubscribe.map(hoppingToMain),
      onDispose: onDispose.map(hoppingToMain))
  }
}
