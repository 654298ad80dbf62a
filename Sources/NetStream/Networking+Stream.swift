public import Net

extension Networking {
  /// The stream form of this network: the same verbs, returning values that do nothing until subscribed.
  ///
  /// ```swift
  /// let user: Single<User> = network.stream.get("https://api.github.com/users/trentm").object()
  /// ```
  ///
  /// Whatever `self` is, a session or a mock, is what the requests go to.
  public var stream: StreamNetwork { StreamNetwork(network: self) }
}
