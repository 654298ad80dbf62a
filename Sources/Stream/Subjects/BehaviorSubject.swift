/// A subject with a value: a new observer receives the latest one at once, then all that follow.
///
/// Use it for state that always has a value, such as whether someone is logged in.
///
/// ```swift
/// let name = BehaviorSubject(value: "nobody")
/// let subscription = name.subscribe(onNext: { print($0) })  // prints "nobody"
/// name.onNext("Trent")  // prints "Trent"
/// ```
///
/// ```text
/// subject   0--1--2--3--|
/// observer    ^1--2--3--|
/// ```
///
/// You may send from any thread, and from inside its own delivery: events reach every observer in one order
/// (laws 1 and 6). After the end, further events are ignored, and a new observer receives only the end.
public struct BehaviorSubject<Element: Sendable>: ObservableType, ObserverType {
  @usableFromInline let core: ReplayCore<Element>

  /// Creates a subject with an initial value.
  public init(value: Element) {
    core = ReplayCore(limit: 1, initial: value, replaysAfterTheEnd: false)
  }

  /// Whether there are any observers.
  public var hasObservers: Bool { core.observerCount > 0 }

  /// Returns the latest value, or throws the error that ended the subject.
  ///
  /// An element sent from inside a delivery becomes the value when it is delivered.
  public func value() throws -> Element {
    if case .error(let error) = core.ending { throw error }
    // There always is one: the core keeps one element, and has had one from the start.
    guard let latest = core.latest else { throw StreamError.noElements }
    return latest
  }

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
