/// Takes the events of a stream: what the closure of ``Observable/create(_:)`` is given.
///
/// It may be called from any thread, also from several at once, and from inside its own delivery: events are
/// put in order (laws 1 and 6). After an end, or once the subscription is disposed of, events are ignored.
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

  // The entrance as it is and not behind closures, so that its methods are specialised where they are called. Beside
  // its kind and not inside an enumeration, because what is taken out of one is retained, for each element.
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

  init(_ core: ReplayCore<Element>) {
    entrance = core
    kind = .replay
  }

  /// An observer that hands every event to a closure.
  ///
  /// It puts nothing in order by itself.
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    entrance = EventHandler(eventHandler)
    kind = .handler
  }

  /// Whether nobody listens any more.
  ///
  /// A producer in a loop asks this to know when to stop (law 4).
  @inlinable public var isDisposed: Bool {
    switch kind {
    case .emitter: emitter.isDisposed
    case .subject: subject.isStopped
    case .replay: replay.ending != nil
    case .handler: false
    }
  }

  /// Sends an element.
  @inlinable
  public func onNext(_ element: Element) {
    switch kind {
    case .emitter: emitter.next(element)
    case .subject: subject.next(element)
    case .replay: replay.send(.next(element))
    case .handler: handler.handle(.next(element))
    }
  }

  /// Ends the stream with an error.
  @inlinable
  public func onError(_ error: any Error) { end(.error(error)) }

  /// Ends the stream well.
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
    case .replay: replay.send(Event(ending))
    case .handler: handler.handle(Event(ending))
    }
  }

  // The initialiser that set the kind has put an object of that class beside it.
  @inlinable var emitter: Emitter<Element> { unsafe unsafeDowncast(entrance, to: Emitter<Element>.self) }

  @inlinable var subject: SubjectCore<Element> {
    unsafe unsafeDowncast(entrance, to: SubjectCore<Element>.self)
  }

  @inlinable var replay: ReplayCore<Element> {
    unsafe unsafeDowncast(entrance, to: ReplayCore<Element>.self)
  }

  @inlinable var handler: EventHandler<Element> {
    unsafe unsafeDowncast(entrance, to: EventHandler<Element>.self)
  }
}

/// A closure as an entrance.
@usableFromInline
final class EventHandler<Element: Sendable>: Sendable {
  @usableFromInline let handle: @Sendable (Event<Element>) -> Void

  init(_ handle: @escaping @Sendable (Event<Element>) -> Void) {
    self.handle = handle
  }
}
