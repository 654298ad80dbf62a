import Synchronization

extension ObservableType {
  /// Runs the given closures when events occur, and forwards the events unchanged.
  ///
  /// ```swift
  /// let logged = Observable.of(1, 2).do(onNext: { print("saw", $0) }, onDispose: { print("gone") })
  /// ```
  ///
  /// ```text
  /// source          --1-----|
  /// do              --1-----|
  /// onNext            1
  /// onCompleted             x
  /// ```
  ///
  /// ![A marble diagram of do.](do)
  ///
  /// Each `on` closure runs before the event is delivered, each `after` closure afterwards. `onSubscribe` runs before
  /// the source is subscribed to, `onSubscribed` afterwards. `onDispose` runs once, at disposal or after the end: never
  /// before `onSubscribed`, even if the stream ends or is disposed of inside `subscribe`, and never before the `after`
  /// closure of the end. If several `do` have an `onDispose`, that of the first one runs first at a disposal or an end
  /// inside `subscribe`, and that of the last one at a later end.
  ///
  /// If a closure throws, the stream fails with that error, and the source is disposed of (law 8). An error that an
  /// `after` closure throws at the end comes too late and is ignored.
  @_disfavoredOverload
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil,
    afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    watched(
      by: DoActions(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
        onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
        onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Does the same as the overload above, with a required closure for elements.
  ///
  /// Without this overload, an unlabelled closure would be passed to `do(onMain:)` in language mode 5.
  @_documentation(visibility: internal)
  public func `do`(
    onNext: @escaping @Sendable (Element) throws -> Void,
    afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    `do`(
      onNext: .some(onNext), afterNext: afterNext, onError: onError, afterError: afterError,
      onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
      onSubscribed: onSubscribed, onDispose: onDispose)
  }

  /// Implements `do` for observables and singles.
  @usableFromInline
  func watched(by actions: DoActions<Element>) -> Observable<Element> {
    let source = asObservable()
    return Observable<Element>(run: { sink in
      // What this needs is elsewhere, because the frame stays on the stack while the source starts.
      actions.onSubscribe?()
      let own = actions.slot(above: sink)
      source.run(actions.sink(above: sink, own))
      actions.onSubscribed?()
      own?.subscribed()
    })
  }
}

extension Single {
  /// Runs the given closures when events occur, and forwards the result unchanged.
  ///
  /// ```swift
  /// let logged = Single.just(1).do(onSuccess: { print("got", $0) }, onError: { print("failed:", $0) })
  /// ```
  ///
  /// ```text
  /// source     --x
  /// do         --x
  /// onSuccess    x
  /// ```
  ///
  /// Each `on` closure runs before the result is delivered, each `after` closure afterwards. `onSubscribe` runs before
  /// the work starts, `onSubscribed` once it has started. `onDispose` runs once, at disposal or after the result: never
  /// before `onSubscribed`, even if the result is available inside `subscribe`, and never before the `after` closure.
  /// If several `do` have an `onDispose`, that of the first one runs first at a disposal or a result inside
  /// `subscribe`, and that of the last one after a later result.
  ///
  /// If a closure throws, the single fails with that error (law 8). An error that an `after` closure throws comes too
  /// late and is ignored.
  @inlinable
  @_disfavoredOverload
  public func `do`(
    onSuccess: (@Sendable (Element) throws -> Void)? = nil,
    afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Single<Element> {
    if afterSuccess == nil, afterError == nil, onSubscribed == nil, onDispose == nil {
      return looking(onSuccess, onError, onSubscribe)
    }
    return lifted {
      $0.watched(
        by: DoActions(
          onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
          onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose, disposesAfterNext: true)
      )
    }
  }

  /// Does the same as the overload above, with a required closure for the success.
  ///
  /// Without this overload, an unlabelled closure would be passed to `do(onMain:)` in language mode 5.
  @inlinable
  @_documentation(visibility: internal)
  public func `do`(
    onSuccess: @escaping @Sendable (Element) throws -> Void,
    afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Single<Element> {
    `do`(
      onSuccess: .some(onSuccess), afterSuccess: afterSuccess, onError: onError, afterError: afterError,
      onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose)
  }

  /// Implements `do` without `afterSuccess`, `afterError`, `onSubscribed` and `onDispose`.
  ///
  /// A ready single stays ready, which keeps the stack flat (law 7).
  @inlinable
  func looking(
    _ onSuccess: (@Sendable (Element) throws -> Void)?,
    _ onError: (@Sendable (any Error) throws -> Void)?,
    _ onSubscribe: (@Sendable () -> Void)?
  ) -> Single<Element> {
    let source = self
    guard let onSubscribe else {
      return Single(start: { .started(source.start().looked(onSuccess, onError)) })
    }
    return Single(start: {
      onSubscribe()
      return .started(source.start().looked(onSuccess, onError))
    })
  }
}

extension Started {
  /// A separate function, because the frame of the closure that calls `start()` stays on the stack while the source starts.
  @inlinable @inline(__always)
  func looked(
    _ onSuccess: (@Sendable (Element) throws -> Void)?, _ onError: (@Sendable (any Error) throws -> Void)?
  ) -> Started {
    switch self {
    case .success(let element):
      do { try onSuccess?(element) } catch { return .failure(error) }
      return self
    case .failure(let error):
      do { try onError?(error) } catch { return .failure(error) }
      return self
    case .pending(let attach):
      return .pending { sink in
        attach(
          SingleSink(slot: sink.slot) { event in sink.resolve(Self.looked(at: event, onSuccess, onError)) })
      }
    }
  }

  /// A separate function, because the frame of the closure that receives the event stays on the stack during its delivery.
  @inlinable @inline(__always)
  static func looked(
    at event: SingleEvent<Element>, _ onSuccess: (@Sendable (Element) throws -> Void)?,
    _ onError: (@Sendable (any Error) throws -> Void)?
  ) -> SingleEvent<Element> {
    do {
      switch event {
      case .success(let element): try onSuccess?(element)
      case .failure(let error): try onError?(error)
      }
      return event
    } catch {
      return .failure(error)
    }
  }
}

/// The closures of a `do`.
@usableFromInline
final class DoActions<Element: Sendable>: Sendable {
  let onNext: (@Sendable (Element) throws -> Void)?
  let afterNext: (@Sendable (Element) throws -> Void)?
  let onError: (@Sendable (any Error) throws -> Void)?
  let afterError: (@Sendable (any Error) throws -> Void)?
  let onCompleted: (@Sendable () throws -> Void)?
  let afterCompleted: (@Sendable () throws -> Void)?
  let onSubscribe: (@Sendable () -> Void)?
  let onSubscribed: (@Sendable () -> Void)?
  let onDispose: (@Sendable () -> Void)?
  /// Whether `onDispose` does not run while an element is being delivered, because the element of a single is also its
  /// end.
  let disposesAfterNext: Bool

  @usableFromInline
  init(
    onNext: (@Sendable (Element) throws -> Void)?, afterNext: (@Sendable (Element) throws -> Void)?,
    onError: (@Sendable (any Error) throws -> Void)?, afterError: (@Sendable (any Error) throws -> Void)?,
    onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)?, onSubscribed: (@Sendable () -> Void)?,
    onDispose: (@Sendable () -> Void)?, disposesAfterNext: Bool = false
  ) {
    self.onNext = onNext
    self.afterNext = afterNext
    self.onError = onError
    self.afterError = afterError
    self.onCompleted = onCompleted
    self.afterCompleted = afterCompleted
    self.onSubscribe = onSubscribe
    self.onSubscribed = onSubscribed
    self.onDispose = onDispose
    self.disposesAfterNext = disposesAfterNext
  }

  /// Returns the slot that runs `onDispose`; nil without one.
  fileprivate func slot(above sink: Sink<Element>) -> DisposalSlot? {
    guard let onDispose else { return nil }
    let own = DisposalSlot(onDispose)
    sink.slot.hold(own)
    return own
  }

  /// Returns the sink of the source, with this slot.
  fileprivate func sink(above sink: Sink<Element>, _ own: DisposalSlot?) -> Sink<Element> {
    guard let own else {
      return Sink(
        slot: sink.slot, next: { self.next($1, sink, nil) }, end: { self.end($0, sink, nil) })
    }
    let end: @Sendable (Ending) -> Void = { ending in
      own.deferringDisposal { self.end(ending, sink, own) }
    }
    guard disposesAfterNext else {
      return Sink(slot: own, next: { self.next($1, sink, own) }, end: end)
    }
    return Sink(
      slot: own, next: { _, element in own.deferringDisposal { self.next(element, sink, own) } }, end: end)
  }

  private func next(_ element: Element, _ sink: Sink<Element>, _ own: DisposalSlot?) -> Bool {
    do {
      try onNext?(element)
    } catch {
      finish(.error(error), sink, own)
      return false
    }
    let continues = sink.next(element)
    do {
      try afterNext?(element)
    } catch {
      // After a stop, there is nobody to receive the error.
      if continues { finish(.error(error), sink, own) }
      return false
    }
    if !continues { own?.dispose() }
    return continues
  }

  private func end(_ ending: Ending, _ sink: Sink<Element>, _ own: DisposalSlot?) {
    do {
      switch ending {
      case .completed: try onCompleted?()
      case .error(let error): try onError?(error)
      }
    } catch {
      return finish(.error(error), sink, own)
    }
    finish(ending, sink, own)
    switch ending {
    case .completed: try? afterCompleted?()
    case .error(let error): try? afterError?(error)
    }
  }

  private func finish(_ ending: Ending, _ sink: Sink<Element>, _ own: DisposalSlot?) {
    sink.end(ending)
    own?.dispose()
  }
}

/// The slot of a subscription that has an `onDispose`.
///
/// Closing the slot disposes of the source at once. `onDispose` runs as soon as the slot is closed, `onSubscribed` has
/// run, and no delivery defers `onDispose`.
private final class DisposalSlot: Slot, @unchecked Sendable {
  // Used only by the caller that takes the count to zero. The count never rises from zero.
  @safe @exclusivity(unchecked) private var onDispose: (@Sendable () -> Void)?
  /// The number of reasons not to run `onDispose` yet.
  ///
  /// The slot is open, `onSubscribed` has not run, and each delivery that defers `onDispose` is one more.
  private let reasons = Atomic(2)

  init(_ onDispose: @escaping @Sendable () -> Void) {
    self.onDispose = onDispose
    super.init()
  }

  override func dispose() {
    if close() { settle() }
  }

  /// Called when `onSubscribed` has run.
  func subscribed() { settle() }

  func deferringDisposal<Result>(_ deliver: () -> Result) -> Result {
    let isDeferred = addReason()
    defer { if isDeferred { settle() } }
    return deliver()
  }

  /// Adds a reason not to run `onDispose` yet, to be removed by `settle`.
  ///
  /// Returns false if `onDispose` has already been called.
  private func addReason() -> Bool {
    var current = reasons.load(ordering: .acquiring)
    while current > 0 {
      let (exchanged, original) = reasons.weakCompareExchange(
        expected: current, desired: current + 1, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      current = original
    }
    return false
  }

  private func settle() {
    guard reasons.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    onDispose.take()?()
  }
}
