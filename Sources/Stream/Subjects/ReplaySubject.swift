/// A subject that keeps the latest elements: a new observer receives those first, then all that follow.
///
/// ```swift
/// let messages = ReplaySubject<String>(bufferSize: 2)
/// messages.onNext("one")
/// messages.onNext("two")
/// let subscription = messages.subscribe(onNext: { print($0) })  // prints both
/// ```
///
/// ```text
/// subject (2)  --1--2--3-----4--|
/// observer              ^23--4--|
/// ```
///
/// You may send from any thread, and from inside its own delivery: events reach every observer in one order
/// (laws 1 and 6). After the end, further events are ignored, and a new observer receives the kept elements and the
/// end.
public struct ReplaySubject<Element: Sendable>: ObservableType, ObserverType {
  @usableFromInline let core: ReplayCore<Element>

  /// Creates a subject that keeps up to `bufferSize` elements; `.max` keeps all.
  public init(bufferSize: Int) {
    core = ReplayCore(limit: bufferSize, replaysAfterTheEnd: true)
  }

  /// Whether there are any observers.
  public var hasObservers: Bool { core.observerCount > 0 }

  /// Returns the subject as an observable.
  public func asObservable() -> Observable<Element> {
    let core = core
    return Observable(run: { core.add($0) })
  }

  /// Returns the subject as an observer, to send to.
  @inlinable
  public func asObserver() -> AnyObserver<Element> { AnyObserver(core) }

  /// Sends an element.
  @inlinable
  public func onNext(_ element: Element) { core.send(.next(element)) }

  /// Ends the stream with an error.
  @inlinable
  public func onError(_ error: any Error) { core.send(.error(error)) }

  /// Completes the stream.
  @inlinable
  public func onCompleted() { core.send(.completed) }

  /// Sends an event.
  @inlinable
  public func on(_ event: Event<Element>) { core.send(event) }
}
