public import Net

/// Creates stream requests: the verbs of `RequestMaking`, each returning a ``StreamRequest``.
///
/// Get one from `network.stream`. It contains only the network that it is for.
public struct StreamNetwork: RequestMaking {
  /// The network that the requests go to.
  public let network: any Networking

  /// Creates the stream form of a network.
  public init(network: any Networking) { self.network = network }

  /// Creates a request from a description.
  ///
  /// Nothing is sent before a stream of it is subscribed.
  public func request(_ description: RequestDescription) -> StreamRequest {
    StreamRequest(network: network, description: description)
  }
}

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
