/// A request of a session, not one of the user's that wraps it.
package protocol SessionRequest: NetworkRequesting {}

extension NetworkRequesting {
  /// Returns whether the request was ended at once, so that what is left of its body is not delivered.
  ///
  /// - `endedAtOnce`: What the exchange says, once it has started. A request that wraps that of a session cannot know
  ///   its total timeout, but may know of a cancellation earlier.
  /// - Returns: A closure that does not retain the request.
  func dropsTheRest(
    _ endedAtOnce: @escaping @Sendable () -> Bool = { false }
  ) -> @Sendable () -> Bool {
    if self is any SessionRequest { return endedAtOnce }
    return { [weak self] in endedAtOnce() || self?.state == .cancelled }
  }
}
