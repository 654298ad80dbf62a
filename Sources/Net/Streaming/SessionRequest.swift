/// A request of a session, which also cancels what waits to repeat it.
package protocol SessionRequest: NetworkRequesting {
  /// Registers a wait for another request, which ``NetworkSession/cancelAll()`` ends.
  ///
  /// If it was called since this request started, it ends the wait at once, during this call.
  ///
  /// - Parameters:
  ///   - delivery: Where the consumer of the requests is called.
  ///   - cancel: Called at most once. It ends the wait and calls no consumer; what it returns does, at the delivery.
  /// - Returns: Ends the registration; nil if it was cancelled, and without a session.
  func registerWait(
    delivery: ResponseDelivery, cancel: @escaping @Sendable () -> @Sendable () -> Void
  ) -> (any Cancellation)?
}

extension NetworkRequesting {
  /// Returns whether the request was ended at once, so that what is left of its body is not delivered.
  ///
  /// - `endedAtOnce`: What the exchange says, once it has started. A request that wraps that of a session cannot know its
  ///   total timeout, but may know of a cancellation earlier.
  /// - Returns: A closure that does not retain the request.
  func dropsTheRest(
    _ endedAtOnce: @escaping @Sendable () -> Bool = { false }
  ) -> @Sendable () -> Bool {
    if self is any SessionRequest { return endedAtOnce }
    return { [weak self] in endedAtOnce() || self?.state == .cancelled }
  }
}
