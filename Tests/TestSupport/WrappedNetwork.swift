package import Net

/// A network whose requests are not those of a session, but wrap them.
package struct WrappedNetwork: NetworkingWrapper {
  package let base: any Networking

  package init(base: any Networking) { self.base = base }

  package func request(_ description: RequestDescription) -> any NetworkRequesting {
    WrappedRequest(base.request(description))
  }
}

/// A request that forwards everything to another one.
package final class WrappedRequest: NetworkRequesting {
  private let base: any NetworkRequesting
  private let beforeResponse: @Sendable () -> Void

  /// - `beforeResponse`: Called each time before a handler is registered, as another thread may call at that moment.
  package init(_ base: any NetworkRequesting, beforeResponse: @escaping @Sendable () -> Void = {}) {
    self.base = base
    self.beforeResponse = beforeResponse
  }

  package var requestDescription: RequestDescription { base.requestDescription }
  package var request: TransportRequest? { base.request }
  package var response: ResponseHead? { base.response }
  package var state: RequestState { base.state }
  package var cURLDescription: String { base.cURLDescription }

  package func configure(as call: String, _ change: @Sendable (inout RequestDescription) -> Void) -> Self {
    _ = base.configure(as: call, change)
    return self
  }

  package func progress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.progress(delivery: delivery, handler)
    return self
  }

  package func uploadProgress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.uploadProgress(delivery: delivery, handler)
    return self
  }

  package func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Self {
    _ = base.onHTTPResponse(handler)
    return self
  }

  package func response<Serializer: ResponseSerializer>(
    delivery: ResponseDelivery, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self {
    beforeResponse()
    base.response(
      delivery: delivery, responseSerializer: responseSerializer, completionHandler: completionHandler)
    return self
  }

  package func resume() -> Self {
    base.resume()
    return self
  }

  package func cancel() { base.cancel() }
}
