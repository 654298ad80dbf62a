/// An error of an operator; every other error comes from a source or a closure.
///
/// ```swift
/// let value = slow.timeout(.seconds(5), scheduler: .main).catch { error in
///   error is StreamError ? .just("too slow") : .error(error)
/// }
/// ```
public enum StreamError: Error, Equatable, Sendable {
  /// Nothing arrived in time (`timeout`).
  case timeout
  /// The stream completed without a required element.
  case noElements
  /// The stream sent more than one element where exactly one was required.
  case moreThanOneElement
  /// The stream completed before the element at the index (`element(at:)`), or the index is negative.
  case argumentOutOfRange
  /// A failure without an error, for code that has to name one.
  ///
  /// No operator sends it.
  case unknown
}

extension StreamError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch self {
    case .timeout: "nothing arrived in time"
    case .noElements: "the stream completed without an element"
    case .moreThanOneElement: "the stream sent more than one element"
    case .argumentOutOfRange: "the stream has no element at the index"
    case .unknown: "an unknown error"
    }
  }
}
