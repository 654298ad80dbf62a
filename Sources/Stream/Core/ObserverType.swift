/// A type that receives events: ``AnyObserver``, a subject, or your own type.
///
/// ```swift
/// struct Printer: ObserverType {
///   func on(_ event: Event<Int>) { print(event) }
/// }
/// let subscription = Observable.of(1, 2).subscribe(Printer())
/// ```
public protocol ObserverType<Element>: Sendable {
  /// The type of the elements.
  associatedtype Element: Sendable

  /// Receives an event.
  func on(_ event: Event<Element>)
}

extension ObserverType {
  /// Receives an element.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Receives an error, which ends the stream.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Receives completion.
  public func onCompleted() { on(.completed) }

  /// Returns this observer as a type-erased observer.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(eventHandler: on) }

  /// Returns an observer that transforms each element, and passes it to this observer.
  ///
  /// Use it to send to an observer of another type.
  ///
  /// ```swift
  /// let texts = PublishSubject<String>()
  /// let subscription = Observable.of(1, 2).subscribe(texts.mapObserver { "\($0)" })
  /// ```
  ///
  /// If the closure throws, this observer receives the error, which ends a subject. Errors and completion are passed on
  /// unchanged.
  public func mapObserver<Original: Sendable>(
    _ transform: @escaping @Sendable (Original) throws -> Element
  ) -> AnyObserver<Original> {
    AnyObserver(eventHandler: { event in on(event.map(transform)) })
  }
}

extension ObserverType where Element == Void {
  /// Receives an element without a value.
  public func onNext() { on(.next(())) }
}

extension AnyObserver: ObserverType {
  /// Creates a type-erased observer of another one.
  ///
  /// ```swift
  /// let taps = AnyObserver(PublishSubject<Int>())
  /// ```
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    self = observer.asObserver()
  }

  /// Returns this observer.
  public func asObserver() -> AnyObserver<Element> { self }
}

extension ObservableType {
  /// Subscribes an observer, such as a subject.
  ///
  /// ```swift
  /// let taps = PublishSubject<Int>()
  /// let subscription = Observable.of(1, 2).subscribe(taps)
  /// ```
  ///
  /// The observer also receives the end of the stream.
  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subscribe(observer.asObserver())
  }
}
