public import Net

/// A request as a value: it does nothing until a stream of it is subscribed, and then once for each
/// subscription.
///
/// Values can be stored, reused and composed; each method returns a new one.
///
/// ```swift
/// let search = network.stream.get("https://api.example.com/search", parameters: ["q": "swift"])
///   .header("Accept-Language", "en")
///   .timeout(total: .seconds(10))
/// let hits: Single<[Hit]> = search.object()
/// ```
///
/// Streams deliver where the transport delivers, serially; `observe(on: .main)` hops to the main thread.
/// Disposing a subscription cancels its wire request, once and promptly, and nothing is delivered afterwards.
public struct StreamRequest: Sendable {
  /// The network that the request goes to.
  public let network: any Networking
  /// What has been said about the request.
  public private(set) var description: RequestDescription
  /// Told of the progress of each subscription's response.
  private var progressHandlers: [@Sendable (TransferProgress) -> Void] = []
  /// Told of the progress of each subscription's own body.
  private var uploadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []

  /// Makes a stream request.
  public init(network: any Networking, description: RequestDescription) {
    self.network = network
    self.description = description
  }

  /// Makes the wire request of one subscription; nothing is sent yet.
  func makeRequest() -> any NetworkRequesting {
    let request = network.request(description)
    for handler in progressHandlers { request.progress(queue: nil, handler) }
    for handler in uploadProgressHandlers { request.uploadProgress(queue: nil, handler) }
    return request
  }

  /// The same request with its description changed: the one way to anything that has no method of its own.
  ///
  /// ```swift
  /// let request = network.stream.get(url).with { $0.parameters?.append("page", 2) }
  /// ```
  public func with(_ change: (inout RequestDescription) -> Void) -> StreamRequest {
    var request = self
    change(&request.description)
    return request
  }

  /// The same request, telling the handler how much of each subscription's response has arrived, where the
  /// transport delivers.
  public func progress(_ handler: @escaping @Sendable (TransferProgress) -> Void) -> StreamRequest {
    var request = self
    request.progressHandlers.append(handler)
    return request
  }

  /// The same request, telling the handler how much of each subscription's request body has been sent, where the
  /// transport delivers.
  ///
  /// ```swift
  /// network.stream.post("films", file: film).uploadProgress { print($0.fraction ?? 0) }.void()
  /// ```
  public func uploadProgress(_ handler: @escaping @Sendable (TransferProgress) -> Void) -> StreamRequest {
    var request = self
    request.uploadProgressHandlers.append(handler)
    return request
  }
}
