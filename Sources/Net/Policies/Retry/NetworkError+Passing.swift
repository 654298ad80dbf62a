extension NetworkError {
  /// The statuses of responses after which another attempt may succeed: the default of a ``RetryPolicy``.
  package static let passingStatuses = RetryPolicy().statusCodes

  /// Whether a proxy refused the connection, and would refuse the next one, too: for example with a 407.
  package var isLastingProxyRefusal: Bool {
    guard let refusal = underlyingError as? ProxyRefusal else { return false }
    return !Self.passingStatuses.contains(refusal.response.status)
  }
}
