/// What a stream fails with by its own account; every other error is the source's.
///
/// ```swift
/// let value = slow.timeout(.seconds(5), scheduler: .main).catch { error in
///   error is StreamError ? .just("too slow") : .error(error)
/// }
/// ```
public enum StreamError: Error, Equatable, Sendable {
  /// Nothing came in time: `timeout`.
  case timeout
  /// The stream completed without the element that was asked for.
  case noElements
  /// The stream had more than the one element that was asked for.
  case moreThanOneElement
}
