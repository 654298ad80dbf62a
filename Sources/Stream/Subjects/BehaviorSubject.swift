/// A subject that has a value: whoever subscribes is given the latest at once, then all that follow.
///
/// Use it for a state that is there at any time: whether someone is logged in.
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
/// It may be sent to from any thread, and from inside its own delivery: events reach every observer in one order
/// (laws 1 and 6). After the end further events are ignored, and a new observer gets that end alone.
public struct BehaviorSubject<Element: Sendable>: ObservableType, ObserverType {
  private let core: ReplayCore<Element>
  private let initial: Element

  /// Makes a subject with its first value.
  public init(value: Element) {
    initial = value
    core = ReplayCore(limit: 1, initial: value, replaysAfterTheEnd: false)
  }

  /// Whether anyone is subscribed.
  public var hasObservers: Bool { core.observerCount > 0 }

  /// The latest value; throws the error that the subject has ended with.
  ///
  /// What is sent from inside a delivery becomes the value when its turn has come.
  public func value() throws -> Element {
    if case .error(let error) = core.ending { throw error }
    return core.latest ?? initial
  }

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
