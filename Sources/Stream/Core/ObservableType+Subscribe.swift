extension ObservableType {
  /// Starts the stream and calls back for each kind of event.
  ///
  /// ```swift
  /// let subscription = Observable.of(1, 2).subscribe(
  ///   onNext: { print($0) },
  ///   onError: { print("failed:", $0) },
  ///   onCompleted: { print("done") })
  /// ```
  ///
  /// `onDisposed` runs once, after the end or at disposal. The closures run wherever the stream delivers, one
  /// at a time. None but `onDisposed` runs after `dispose()` has returned on the same thread (law 1).
  @inlinable
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    // Not by `??`: through a generic parameter the closure would be wrapped twice, which each element would pay for.
    let next: @Sendable (Element) -> Void
    if let onNext { next = onNext } else { next = { _ in } }
    return subscribe(
      slot: onDisposed.map { NotifyingSlot($0) } ?? Slot(),
      next: next,
      end: { ending in
        switch ending {
        case .completed: onCompleted?()
        case .error(let error): onError?(error)
        }
      })
  }

  /// Starts the stream and hands over every event.
  ///
  /// ```swift
  /// let subscription = Observable.of(1, 2).subscribe { event in print(event) }
  /// ```
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    subscribe(slot: Slot(), next: { on(.next($0)) }, end: { on(Event($0)) })
  }

  /// Starts the stream and feeds an observer, the sending side of a subject for instance.
  ///
  /// ```swift
  /// let taps = PublishSubject<Int>()
  /// let subscription = Observable.of(1, 2).subscribe(taps.asObserver())
  /// ```
  @inlinable
  public func subscribe(_ observer: AnyObserver<Element>) -> any Disposable {
    subscribe(slot: Slot(), next: { observer.onNext($0) }, end: { observer.end($0) })
  }

  /// Starts the stream and calls back with an object that is not kept alive by it.
  ///
  /// ```swift
  /// let subscription = names.subscribe(with: screen, onNext: { screen, name in screen.show(name) })
  /// ```
  ///
  /// Once the object is gone the closures are no longer called. The object is retained while one runs.
  @inlinable
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    onNext: (@Sendable (Object, Element) -> Void)? = nil,
    onError: (@Sendable (Object, any Error) -> Void)? = nil,
    onCompleted: (@Sendable (Object) -> Void)? = nil,
    onDisposed: (@Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onNext: { [weak object] element in if let object { onNext?(object, element) } },
      onError: { [weak object] error in if let object { onError?(object, error) } },
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }

  /// The slot is all that the caller keeps: what the closures captured goes with the source, not with the
  /// disposable that someone may store in a property (law 2).
  @inlinable
  func subscribe(
    slot: Slot, next: @escaping @Sendable (Element) -> Void,
    end: @escaping @Sendable (Ending) -> Void
  ) -> any Disposable {
    let terminal = Terminal(slot, next, end)
    asObservable().run(
      Sink(
        slot: slot,
        next: { element in
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

/// What a subscription calls, in one object for both closures of its sink.
@usableFromInline
final class Terminal<Element: Sendable>: Sendable {
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
  }
}
