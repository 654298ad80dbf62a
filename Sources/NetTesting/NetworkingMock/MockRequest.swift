import Dispatch
import Net

/// A request of a ``NetworkingMock``: a request of its session whose serializers return the value of a stub.
final class MockRequest: SessionRequest {
  let base: any SessionRequest
  private let values: StubValues

  init(_ base: any SessionRequest, values: StubValues) {
    self.base = base
    self.values = values
  }

  var requestDescription: RequestDescription { base.requestDescription }
  var request: TransportRequest? { base.request }
  var response: ResponseHead? { base.response }
  var state: RequestState { base.state }
  var cURLDescription: String { base.cURLDescription }

  func configure(as call: String, _ change: @Sendable (inout RequestDescription) -> Void) -> Self {
    _ = base.configure(as: call) { description in
      change(&description)
      if case .consumer(let consumer, let buffer, let delivery) = description.destination {
        description.destination = .consumer(consumer, buffer: buffer, delivery: Self.named(delivery))
      }
    }
    return self
  }

  func progress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.progress(delivery: Self.named(delivery), handler)
    return self
  }

  func uploadProgress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    _ = base.uploadProgress(delivery: Self.named(delivery), handler)
    return self
  }

  func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Self {
    _ = base.onHTTPResponse(handler)
    return self
  }

  func response<Serializer: ResponseSerializer>(
    delivery: ResponseDelivery, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self {
    let serializer = StubValueSerializer(base: responseSerializer, values: values)
    base.response(delivery: Self.named(delivery), responseSerializer: serializer) { [self] response in
      // The request stays alive until its response is delivered, as one of a session does.
      withExtendedLifetime(self) { completionHandler(response) }
    }
    return self
  }

  func resume() -> Self {
    base.resume()
    return self
  }

  func cancel() { base.cancel() }

  /// Without a named queue, handlers are called on the thread that delivers the response.
  private static func named(_ delivery: ResponseDelivery) -> ResponseDelivery {
    if case .callbackQueue = delivery { .inline } else { delivery }
  }
}
