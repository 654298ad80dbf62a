extension ObservableType {
  /// Subscribes, and calls a closure for each kind of event.
  ///
  /// ```swift
  /// let subscription = Observable.of(1, 2).subscribe(
  ///   onNext: { print($0) },
  ///   onError: { print("failed:", $0) },
  ///   onCompleted: { print("done") })
  /// ```
  ///
  /// The closures run one at a time, wherever the stream delivers. `onDisposed` runs once, after the end or at
  /// disposal. No other closure runs after `dispose()` has returned on the same thread (law 1). Without `onError`, an
  /// error goes to ``StreamHooks``.
  @inlinable
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    // No `??`: its generic parameter would wrap the closure twice, at a cost for each element.
    let next: @Sendable (Element) -> Void
    if let onNext { next = onNext } else { next = { _ in } }
    let failed = StreamHooks.handler(or: onError)
    // A closure that captures nothing is not allocated.
    let end: @Sendable (Ending) -> Void
    if failed == nil, onCompleted == nil {
      end = { ending in
        if case .error(let error) = ending { StreamHooks.report(error) }
      }
    } else {
      end = { ending in
        switch ending {
        case .completed: onCompleted?()
        case .error(let error): if let failed { failed(error) } else { StreamHooks.report(error) }
        }
      }
    }
    return subscribe(slot: .subscription(to: Element.self, onDisposed), next: next, end: end)
  }

  /// Subscribes, and calls a closure with every event.
  ///
  /// ```swift
  /// let subscription = Observable.of(1, 2).subscribe { event in print(event) }
  /// ```
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    subscribe(slot: .subscription(to: Element.self), next: { on(.next($0)) }, end: { on(Event($0)) })
  }

  /// Subscribes an observer, such as the sending side of a subject.
  ///
  /// ```swift
  /// let taps = PublishSubject<Int>()
  /// let subscription = Observable.of(1, 2).subscribe(taps.asObserver())
  /// ```
  @inlinable
  public func subscribe(_ observer: AnyObserver<Element>) -> any Disposable {
    subscribe(slot: .subscription(to: Element.self), next: { observer.onNext($0) }, end: { observer.end($0) })
  }

  /// Subscribes, and passes a weakly held object to the closures.
  ///
  /// ```swift
  /// let subscription = names.subscribe(with: screen, onNext: { screen, name in screen.show(name) })
  /// ```
  ///
  /// Once the object is deallocated, the closures are no longer called. The object is retained while a closure runs.
  /// Without `onError`, an error goes to ``StreamHooks``.
  @inlinable
  @_disfavoredOverload
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onNext: (@Sendable (Object, Element) -> Void)? = nil,
    onError: (@Sendable (Object, any Error) -> Void)? = nil,
    onCompleted: (@Sendable (Object) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    var failed: StreamHooks.ErrorHandler?
    if let onError { failed = { [weak object] error in if let object { onError(object, error) } } }
    return subscribe(
      onNext: { [weak object] element in if let object { onNext?(object, element) } },
      onError: failed,
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }

  /// Does the same as the overload above, with a required closure for elements.
  ///
  /// Without this overload, an unlabelled closure would be passed to `subscribe(with:onMain:)` in language mode 5.
  @inlinable
  @_documentation(visibility: internal)
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onNext: @escaping @Sendable (Object, Element) -> Void,
    onError: (@Sendable (Object, any Error) -> Void)? = nil,
    onCompleted: (@Sendable (Object) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      with: object, onNext: .some(onNext), onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes, and returns the slot.
  ///
  /// The caller keeps nothing else: what the closures capture is released with the source, even if the disposable is
  /// stored in a property (law 2).
  @inlinable
  func subscribe(
    slot: Slot, next: @escaping @Sendable (Element) -> Void,
    end: @escaping @Sendable (Ending) -> Void
  ) -> any Disposable {
    let terminal =
      SubscriptionWatch.mayWatch
      ? Terminal(slot, SubscriptionWatch.inherited(by: next), SubscriptionWatch.inherited(by: end))
      : Terminal(slot, next, end)
    asObservable().run(
      Sink(
        slot: slot,
        inlet: Inlet(terminal) { stage, element in
          let terminal = Terminal<Element>.of(stage)
          guard !terminal.slot.isDisposed else { return false }
          terminal.next(element)
          return !terminal.slot.isDisposed
        },
        end: { ending in
          guard !terminal.slot.isDisposed else { return }
          terminal.end(ending)
          terminal.slot.dispose()
        }))
    return slot
  }
}

/// The closures of a subscription, in one object for its step and for the end.
@usableFromInline
final class Terminal<Element: Sendable>: AnyStage, @unchecked Sendable {  // Constants, all `Sendable`.
  @usableFromInline let slot: Slot
  @usableFromInline let next: @Sendable (Element) -> Void
  @usableFromInline let end: @Sendable (Ending) -> Void

  @inlinable
  init(
    _ slot: Slot, _ next: @escaping @Sendable (Element) -> Void, _ end: @escaping @Sendable (Ending) -> Void
  ) {
    self.slot = slot
    self.next = next
    self.end = end
    super.init()
  }

  /// Casts the stage of the inlet that `subscribe` creates.
  @inlinable @inline(__always)
  static func of(_ stage: AnyStage) -> Terminal {
    // `subscribe` creates both, with the same `Element`.
    unsafe unsafeDowncast(stage, to: Terminal.self)
  }
}
