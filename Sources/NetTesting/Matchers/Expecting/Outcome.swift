public import Net

/// The outcome of an operation, or its latest event.
public enum Outcome<Success, Failure: Error> {
  /// A value; for an observable, its latest element.
  case success(Success)
  /// An error.
  case failure(Failure)
  /// The completion of an observable.
  case completed
}

extension Outcome: Sendable where Success: Sendable {}

/// A type that ``beSuccess()``, ``beFailure()`` and similar matchers accept: results, responses, events of streams,
/// recordings, and optionals of them.
///
/// Conform your own type to use it with the matchers:
///
/// ```swift
/// extension LoginState: OutcomeConvertible {
///   var outcome: Outcome<User, LoginError>? { error.map { .failure($0) } ?? user.map { .success($0) } }
/// }
/// ```
public protocol OutcomeConvertible<Success, Failure> {
  /// The type of a success.
  associatedtype Success
  /// The type of a failure.
  associatedtype Failure: Error

  /// The outcome; nil if there is none yet.
  var outcome: Outcome<Success, Failure>? { get }
}

extension Result: OutcomeConvertible where Success: Copyable, Success: Escapable {
  /// The success or the failure.
  public var outcome: Outcome<Success, Failure>? {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension DataResponse: OutcomeConvertible {
  /// The outcome of the response's result.
  public var outcome: Outcome<Value, NetworkError>? { result.outcome }
}

extension Optional: OutcomeConvertible where Wrapped: OutcomeConvertible {
  /// The outcome of the wrapped value; nil for nil.
  public var outcome: Outcome<Wrapped.Success, Wrapped.Failure>? { self?.outcome }
}
