/// A request of a session: it knows at every moment whether it was ended at once, and its session also cancels what waits
/// to repeat it.
///
/// A type that wraps the requests of a session forwards all of it, or streams over it deliver what those of the session
/// drop.
package protocol SessionRequest: NetworkRequesting {
  /// Returns whether it was ended at once, by a cancellation or the total timeout.
  ///
  /// The closure does not retain the request.
  var endedAtOnce: @Sendable () -> Bool { get }

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
  /// The closure does not retain the request.
  var dropsTheRest: @Sendable () -> Bool {
    if let request = self as? any SessionRequest { return request.endedAtOnce }
    return { [weak self] in self?.state == .cancelled }
  }
}
