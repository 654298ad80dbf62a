/// A subject that sends every event to its current observers.
///
/// ```swift
/// let taps = PublishSubject<Int>()
/// let subscription = taps.subscribe(onNext: { print($0) })
/// taps.onNext(1)  // prints 1
/// ```
///
/// ```text
/// subject   --1--2--3--|
/// observer    ^--2--3--|
/// ```
///
/// You may send from any thread, and from inside its own delivery: events reach every observer in one order
/// (laws 1 and 6). After the end, further events are ignored, and a new observer receives the end at once.
public struct PublishSubject<Element: Sendable>: ObservableType, ObserverType {
  @usableFromInline let core = SubjectCore<Element>()

  /// Creates a subject without observers.
  public init() {}

  /// Whether there are any observers.
  public var hasObservers: Bool { core.observerCount > 0 }

  /// Returns the subject as an observable.
  @inlinable
  public func asObservable() -> Observable<Element> {
    let core = core
    return Observable(run: { core.add($0) })
  }

  /// Returns the subject as an observer, to send to.
  @inlinable
  public func asObserver() -> AnyObserver<Element> { AnyObserver(core) }

  /// Sends an element.
  @inlinable
  public func onNext(_ element: Element) { core.next(element) }

  /// Ends the stream with an error.
  @inlinable
  public func onError(_ error: any Error) { core.end(.error(error)) }

  /// Completes the stream.
  @inlinable
  public func onCompleted() { core.end(.completed) }

  /// Sends an event.
  @inlinable
  public func on(_ event: Event<Element>) { asObserver().on(event) }
}
