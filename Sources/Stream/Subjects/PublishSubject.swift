/// An observable that you send to: every event goes to all who are subscribed at that moment.
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
/// It may be sent to from any thread, and from inside its own delivery: events reach every observer in one order
/// (laws 1 and 6). After the end further events are ignored, and a new observer gets that end at once.
public struct PublishSubject<Element: Sendable>: ObservableType, ObserverType {
  @usableFromInline let core = SubjectCore<Element>()

  /// Makes a subject with nobody listening.
  public init() {}

  /// Whether anyone is subscribed.
  public var hasObservers: Bool { core.observerCount > 0 }

  /// The listening side.
  @inlinable
  public func asObservable() -> Observable<Element> {
    let core = core
    return Observable(run: { core.add($0) })
  }

  /// The sending side.
  @inlinable
  public func asObserver() -> AnyObserver<Element> { AnyObserver(core) }

  /// Sends an element.
  @inlinable
  public func onNext(_ element: Element) { core.next(element) }

  /// Ends the stream with an error.
  @inlinable
  public func onError(_ error: any Error) { core.end(.error(error)) }

  /// Ends the stream well.
  @inlinable
  public func onCompleted() { core.end(.completed) }

  /// Sends an event.
  @inlinable
  public func on(_ event: Event<Element>) { asObserver().on(event) }
}
