/// A request whose answer a ``NetworkingMock`` holds back until the test completes it.
///
/// ```swift
/// let network = NetworkingMock(delivery: .held)
/// network.mock(.get("/user"), with: User(name: "Trent"))
/// sut.load()
/// #expect(sut.isLoading)
/// network.pending.first?.complete()
/// ```
///
/// Its answer is delivered inside the call that completes it. Completing a request that has been completed or
/// cancelled does nothing. May be used from any thread.
public struct PendingRequest: Sendable {
  /// The request.
  public let request: MockedRequest
  let exchange: MockExchange
  private let completion: @Sendable () -> Void

  init(_ request: MockedRequest, exchange: MockExchange, complete: @escaping @Sendable () -> Void) {
    self.request = request
    self.exchange = exchange
    completion = complete
  }

  /// Delivers the answer of the stub that the request matched. Without one it fails the test and the request.
  public func complete() { completion() }

  /// Delivers this value, or a ``StubResponse``, instead.
  public func complete<Value: Sendable>(
    with value: Value, file: StaticString = #filePath, line: UInt = #line
  ) {
    exchange.deliver(.returning(value, MockResponseParts()), from: SourcePlace(file: file, line: line))
  }

  /// Delivers this result instead.
  public func complete<Value: Sendable, Failure: Error>(
    with result: Result<Value, Failure>, file: StaticString = #filePath, line: UInt = #line
  ) {
    exchange.deliver(.returning(result, MockResponseParts()), from: SourcePlace(file: file, line: line))
  }

  /// Delivers this response instead, whose bytes go through the caller's serializer; its delay does not count.
  public func complete(with response: StubResponse, file: StaticString = #filePath, line: UInt = #line) {
    exchange.deliver(.bytes(response), from: SourcePlace(file: file, line: line))
  }

  /// Fails the request with this error.
  public func fail(_ error: any Error, file: StaticString = #filePath, line: UInt = #line) {
    exchange.deliver(.failure(error, MockResponseParts()), from: SourcePlace(file: file, line: line))
  }
}
