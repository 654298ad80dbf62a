/// A type that can be converted to an observable: ``Observable``, ``Single``, a subject, or your own type.
///
/// The closures of ``ObservableType/flatMap(_:)`` and similar operators may return any of them.
///
/// ```swift
/// struct Clicks: ObservableConvertible {
///   let subject = PublishSubject<Int>()
///   func asObservable() -> Observable<Int> { subject.asObservable() }
/// }
/// ```
public protocol ObservableConvertible<Element>: Sendable {
  /// The type of the elements.
  associatedtype Element: Sendable

  /// Returns this value as an observable.
  func asObservable() -> Observable<Element>
}

/// A type that has the operators: ``Observable`` and the subjects.
///
/// Each operator is defined once, in an extension of this protocol. ``Single`` does not conform: it has its own
/// operators, so that it does not become an observable by accident.
public protocol ObservableType<Element>: ObservableConvertible {}
