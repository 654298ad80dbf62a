public import Net

/// A request as a value.
///
/// It does nothing until a stream of it is subscribed. Each subscription sends it once.
///
/// Values can be stored, reused and composed. Each method returns a new value.
///
/// ```swift
/// let search = network.stream.get("https://api.example.com/search", parameters: ["q": "swift"])
///   .header("Accept-Language", "en")
///   .timeout(total: .seconds(10))
/// let hits: Single<[Hit]> = search.object()
/// ```
///
/// Streams deliver serially on a thread of the transport; use `subscribe(onMain:)` to receive events on the main
/// actor. Disposing of a subscription cancels its request immediately, and nothing is delivered afterwards.
public struct StreamRequest: Sendable {
  /// The network that sends the request.
  public let network: any Networking
  /// The description of the request.
  public private(set) var description: RequestDescription
  /// Called with the download progress of each subscription.
  private var progressHandlers: [@Sendable (TransferProgress) -> Void] = []
  /// Called with the upload progress of each subscription.
  private var uploadProgressHandlers: [@Sendable (TransferProgress) -> Void] = []
  /// Called with the head of the response to each subscription.
  private var headHandlers: [@Sendable (ResponseHead) -> Void] = []

  /// Creates a stream request.
  public init(network: any Networking, description: RequestDescription) {
    self.network = network
    self.description = description
    if description.origin == nil { self.description.origin = RequestOrigin() }
  }

  /// Creates the request of one subscription.
  ///
  /// Nothing is sent yet.
  func makeRequest() -> any NetworkRequesting {
    let request = network.request(description)
    for handler in progressHandlers { _ = request.progress(delivery: .inline, handler) }
    for handler in uploadProgressHandlers { _ = request.uploadProgress(delivery: .inline, handler) }
    for handler in headHandlers { _ = request.onHTTPResponse(handler) }
    return request
  }

  /// Returns the request with a changed description.
  ///
  /// Use it for everything that has no dedicated method.
  ///
  /// ```swift
  /// let request = network.stream.get(url).with { $0.inheritsInterceptors = false }
  /// ```
  public func with(_ change: (inout RequestDescription) -> Void) -> StreamRequest {
    var request = self
    change(&request.description)
    return request
  }

  /// Returns the request with a handler for the head of the response, before the body.
  ///
  /// It is called for each subscription, on a thread of the transport. While it blocks, only this request waits.
  public func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> StreamRequest {
    var request = self
    request.headHandlers.append(handler)
    return request
  }

  /// Returns the request with a handler for download progress.
  ///
  /// It is called for each subscription, on a thread of the transport. While it blocks, only this request waits.
  public func progress(_ handler: @escaping @Sendable (TransferProgress) -> Void) -> StreamRequest {
    var request = self
    request.progressHandlers.append(handler)
    return request
  }

  /// Returns the request with a handler for upload progress.
  ///
  /// It is called for each subscription, on a thread of the transport. While it blocks, only this request waits.
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
