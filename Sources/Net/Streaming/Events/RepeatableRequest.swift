/// A request whose session also cancels what waits to repeat it.
package protocol RepeatableRequest: NetworkRequesting {
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
