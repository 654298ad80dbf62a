/// An observer of events, such as the one passed to the closure of ``Observable/create(_:)``.
///
/// You may call it from any thread, from several threads at once, and from inside its own delivery: events
/// are serialized (laws 1 and 6). Events after the end or after disposal are ignored.
///
/// ```swift
/// let ticks = Observable<Int>.create { observer in
///   observer.onNext(1)
///   observer.onCompleted()
///   return Disposables.create()
/// }
/// ```
public struct AnyObserver<Element: Sendable>: Sendable {
  @usableFromInline enum Kind: Sendable {
    case emitter
    case subject
    case replay
    case handler
  }

  // A direct reference to the entrance, not closures, so that its methods are specialized at the call site.
  // Stored next to its kind, not in an enumeration, because reading a payload would retain it for each
  // element.
  @usableFromInline let entrance: any AnyObject & Sendable
  @usableFromInline let kind: Kind

  @inlinable
  init(_ emitter: Emitter<Element>) {
    entrance = emitter
    kind = .emitter
  }

  @inlinable
  init(_ core: SubjectCore<Element>) {
    entrance = core
    kind = .subject
  }

  @inlinable
  init(_ core: ReplayCore<Element>) {
    entrance = ReplayEntrance(core) { core.send($0, from: $1) }
    kind = .replay
  }

  /// Creates an observer that passes every event to a closure.
  ///
  /// This observer does not serialize events.
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    entrance = EventHandler(eventHandler)
    kind = .handler
  }

  /// Whether further events are ignored.
  ///
  /// A producer in a loop checks this to know when to stop (law 4).
  @inlinable public var isDisposed: Bool {
    switch kind {
    case .emitter: emitter.isDisposed
    case .subject: subject.isStopped
    case .replay: replay.core.ending != nil
    case .handler: false
    }
  }

  /// Sends an element.
  @inlinable
  public func onNext(_ element: Element) {
    switch kind {
    case .emitter: emitter.next(element)
    case .subject: subject.next(element)
    case .replay: replay.send(.next(element), nil)
    case .handler: handler.handle(.next(element))
    }
  }

  /// Sends an element to a subject, unless its origin has been revoked when it is the element's turn.
  @inlinable
  func onNext(_ element: Element, from origin: Origin) {
    switch kind {
    case .subject: subject.next(element, from: origin)
    case .replay: replay.send(.next(element), origin)
    case .emitter, .handler: onNext(element)
    }
  }

  /// Ends the stream with an error.
  @inlinable
  public func onError(_ error: any Error) { end(.error(error)) }

  /// Completes the stream.
  @inlinable
  public func onCompleted() { end(.completed) }

  /// Sends an event.
  @inlinable
  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): end(.error(error))
    case .completed: end(.completed)
    }
  }

  @inlinable
  func end(_ ending: Ending) {
    switch kind {
    case .emitter: emitter.end(ending)
    case .subject: subject.end(ending)
    case .replay: replay.send(Event(ending), nil)
    case .handler: handler.handle(Event(ending))
    }
  }

  // Safe, because the initializer that set `kind` stored an object of that class.
  @inlinable var emitter: Emitter<Element> { unsafe unsafeDowncast(entrance, to: Emitter<Element>.self) }

  @inlinable var subject: SubjectCore<Element> {
    unsafe unsafeDowncast(entrance, to: SubjectCore<Element>.self)
  }

  @inlinable var replay: ReplayEntrance<Element> {
    unsafe unsafeDowncast(entrance, to: ReplayEntrance<Element>.self)
  }

  @inlinable var handler: EventHandler<Element> {
    unsafe unsafeDowncast(entrance, to: EventHandler<Element>.self)
  }
}

/// The entrance of a subject that replays.
///
/// The closure is specialized where the observer is created. A call of the core would be copied to every
/// caller of any observer, most of which never send to such a subject.
@usableFromInline
final class ReplayEntrance<Element: Sendable>: Sendable {
  @usableFromInline let core: ReplayCore<Element>
  @usableFromInline let send: @Sendable (Event<Element>, Origin?) -> Void

  @inlinable
  init(_ core: ReplayCore<Element>, send: @escaping @Sendable (Event<Element>, Origin?) -> Void) {
    self.core = core
    self.send = send
  }
}

/// Receives the events of an observer and passes them to a closure.
@usableFromInline
final class EventHandler<Element: Sendable>: Sendable {
  @usableFromInline let handle: @Sendable (Event<Element>) -> Void

  init(_ handle: @escaping @Sendable (Event<Element>) -> Void) {
    self.handle = handle
  }
}
