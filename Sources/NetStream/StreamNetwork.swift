public import Net

/// Makes stream requests: the verbs of `RequestMaking`, each returning a ``StreamRequest``.
///
/// Get one from `network.stream`; there is nothing in it but the network it is for.
public struct StreamNetwork: RequestMaking {
  /// The network that the requests go to.
  public let network: any Networking

  /// Makes the stream form of a network.
  public init(network: any Networking) { self.network = network }

  /// Makes a request of the description. Nothing is sent before a stream of it is subscribed.
  public func request(_ description: RequestDescription) -> StreamRequest {
    StreamRequest(network: network, description: description)
  }
}
