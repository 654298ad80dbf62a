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
  @usableFromInline let next: @Sendable (Element) -> Void
  @usableFromInline let end: @Sendable (Ending) -> Void
  @usableFromInline let disposed: @Sendable () -> Bool

  @inlinable
  init(
    next: @escaping @Sendable (Element) -> Void, end: @escaping @Sendable (Ending) -> Void,
    disposed: @escaping @Sendable () -> Bool
  ) {
    self.next = next
    self.end = end
    self.disposed = disposed
  }

  /// An observer that hands every event to a closure. It puts nothing in order by itself.
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    next = { eventHandler(.next($0)) }
    end = { eventHandler(Event($0)) }
    disposed = { false }
  }

  /// Whether nobody listens any more. A producer in a loop asks this to know when to stop (law 4).
  @inlinable public var isDisposed: Bool { disposed() }

  /// Sends an element.
  @inlinable
  public func onNext(_ element: Element) { next(element) }

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
    case .next(let element): next(element)
    case .error(let error): end(.error(error))
    case .completed: end(.completed)
    }
  }
}
