/// Anything that can be seen as an observable: ``Observable``, ``Single``, a subject, or a type of yours.
///
/// ``ObservableType/flatMap(_:)`` and its kin take any of them from their closure.
///
/// ```swift
/// struct Clicks: ObservableConvertible {
///   let subject = PublishSubject<Int>()
///   func asObservable() -> Observable<Int> { subject.asObservable() }
/// }
/// ```
public protocol ObservableConvertible<Element>: Sendable {
  /// What the stream carries.
  associatedtype Element: Sendable

  /// This, as an observable.
  func asObservable() -> Observable<Element>
}

/// What has the operators: ``Observable`` and the subjects.
///
/// An operator stands once, in an extension of this protocol. ``Single`` does not conform: its operators are its
/// own, so that it never turns into an observable unnoticed.
public protocol ObservableType<Element>: ObservableConvertible {}
