/// A request whose response a ``NetworkingMock`` or a ``MockTransport`` holds until the test completes it.
///
/// ```swift
/// let network = NetworkingMock(delivery: .held)
/// network.stub(.get("/user"), with: User(name: "Trent"))
/// sut.load()
/// #expect(sut.isLoading)
/// network.pending.first?.complete()
/// ```
///
/// The response is delivered inside the call that completes the request. Completing a request that was already
/// completed or cancelled does nothing. May be used from any thread.
public struct PendingRequest: Sendable {
  /// The request.
  public let request: RecordedRequest
  private let completion: @Sendable ((response: StubResponse, place: SourcePlace)?) -> Void

  init(
    _ request: RecordedRequest,
    complete: @escaping @Sendable ((response: StubResponse, place: SourcePlace)?) -> Void
  ) {
    self.request = request
    completion = complete
  }

  /// Delivers the response of the stub that the request matched.
  ///
  /// If no stub matched, the test and the request fail.
  public func complete() { completion(nil) }

  /// Delivers this response instead; its delay is ignored.
  public func complete(with response: StubResponse, file: StaticString = #filePath, line: UInt = #line) {
    completion((response, SourcePlace(file: file, line: line)))
  }

  // Disfavored, because `[]` would be an array of `Any`.
  /// Delivers this value instead, to the code under test of a ``NetworkingMock``.
  @_disfavoredOverload
  public func complete<Value: Sendable>(
    with value: Value, file: StaticString = #filePath, line: UInt = #line
  ) {
    complete(with: .value(value), file: file, line: line)
  }

  /// Delivers an empty array, set or dictionary instead, to the code under test of a ``NetworkingMock``.
  public func complete(with empty: EmptyLiteral, file: StaticString = #filePath, line: UInt = #line) {
    complete(with: .value(empty), file: file, line: line)
  }

  /// Delivers this result instead, to the code under test of a ``NetworkingMock``.
  public func complete<Value: Sendable, Failure: Error>(
    with result: Result<Value, Failure>, file: StaticString = #filePath, line: UInt = #line
  ) {
    complete(with: .value(result), file: file, line: line)
  }

  /// Fails the request with this error.
  public func fail(_ error: any Error, file: StaticString = #filePath, line: UInt = #line) {
    complete(with: .failure(error), file: file, line: line)
  }
}
