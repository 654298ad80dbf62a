/// A request that knows at every moment whether it was ended at once, by a cancellation or the total timeout.
package protocol PromptRequest: NetworkRequesting {
  /// Returns whether it was ended at once. The closure does not retain the request.
  var endedAtOnce: @Sendable () -> Bool { get }
}

extension NetworkRequesting {
  /// Returns whether the request was ended at once, so that what is left of its body is not delivered.
  ///
  /// The closure does not retain the request.
  var dropsTheRest: @Sendable () -> Bool {
    if let request = self as? any PromptRequest { return request.endedAtOnce }
    return { [weak self] in self?.state == .cancelled }
  }
}
