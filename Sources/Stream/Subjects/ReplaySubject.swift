/// A subject that keeps the latest elements: whoever subscribes is given those first, then all that follow.
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
/// It may be sent to from any thread, and from inside its own delivery: events reach every observer in one order
/// (laws 1 and 6). After the end further events are ignored, and a new observer gets what was kept and that end.
public struct ReplaySubject<Element: Sendable>: ObservableType, ObserverType {
  private let core: ReplayCore<Element>

  /// Makes a subject that keeps so many elements; `.max` keeps all.
  public init(bufferSize: Int) {
    core = ReplayCore(limit: bufferSize, replaysAfterTheEnd: true)
  }

  /// Whether anyone is subscribed.
  public var hasObservers: Bool { core.observerCount > 0 }

  /// The listening side.
  public func asObservable() -> Observable<Element> {
    let core = core
    return Observable(run: { core.add($0) })
  }

  /// The sending side.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(core) }

  /// Sends an element.
  public func onNext(_ element: Element) { core.send(.next(element)) }

  /// Ends the stream with an error.
  public func onError(_ error: any Error) { core.send(.error(error)) }

  /// Ends the stream well.
  public func onCompleted() { core.send(.completed) }

  /// Sends an event.
  public func on(_ event: Event<Element>) { core.send(event) }
}
