public import Net

/// How something ended, or the latest that is known of it.
public enum Outcome<Success, Failure: Error> {
  /// With a value; of an observable, its element.
  case success(Success)
  /// With an error.
  case failure(Failure)
  /// Well, without a value: the end of an observable.
  case completed
}

extension Outcome: Sendable where Success: Sendable {}

/// What ``beSuccess()``, ``beFailure()`` and their kin judge: results, responses, events of streams, recordings,
/// and optionals of them.
///
/// Conform a type of your own to make the matchers take it:
///
/// ```swift
/// extension LoginState: OutcomeConvertible {
///   var outcome: Outcome<User, LoginError>? { error.map { .failure($0) } ?? user.map { .success($0) } }
/// }
/// ```
public protocol OutcomeConvertible<Success, Failure> {
  /// What it succeeds with.
  associatedtype Success
  /// What it fails with.
  associatedtype Failure: Error

  /// The outcome; nil when there is none yet.
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
  /// The outcome of its result.
  public var outcome: Outcome<Value, NetworkError>? { result.outcome }
}

extension Optional: OutcomeConvertible where Wrapped: OutcomeConvertible {
  /// The outcome of what is there; nil is none.
  public var outcome: Outcome<Wrapped.Success, Wrapped.Failure>? { self?.outcome }
}
