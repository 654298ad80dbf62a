/// Anything that takes events: ``AnyObserver``, a subject, or a type of yours.
///
/// ```swift
/// struct Printer: ObserverType {
///   func on(_ event: Event<Int>) { print(event) }
/// }
/// let subscription = Observable.of(1, 2).subscribe(Printer())
/// ```
public protocol ObserverType<Element>: Sendable {
  /// What the events carry.
  associatedtype Element: Sendable

  /// Takes an event.
  func on(_ event: Event<Element>)
}

extension ObserverType {
  /// Takes an element.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Takes the end with an error.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Takes the good end.
  public func onCompleted() { on(.completed) }

  /// This, with its type forgotten.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(eventHandler: on) }
}

extension ObserverType where Element == Void {
  /// Takes an element that says no more than that it has come.
  public func onNext() { on(.next(())) }
}

extension AnyObserver: ObserverType {
  /// Itself.
  public func asObserver() -> AnyObserver<Element> { self }
}

extension ObservableType {
  /// Starts the stream and feeds an observer, a subject for instance.
  ///
  /// ```swift
  /// let taps = PublishSubject<Int>()
  /// let subscription = Observable.of(1, 2).subscribe(taps)
  /// ```
  ///
  /// The observer gets the end of the stream, too.
  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subscribe(observer.asObserver())
  }
}
