public import Net

extension Networking {
  /// The stream form of this network: the same verbs, returning values that do nothing until subscribed.
  ///
  /// ```swift
  /// let user: Single<User> = network.stream.get("https://api.github.com/users/trentm").object()
  /// ```
  ///
  /// Requests go to this network, whether it is a session or a mock.
  public var stream: StreamNetwork { StreamNetwork(network: self) }
}
