/// A request whose answer a ``MockTransport`` holds back until the test completes it.
///
/// ```swift
/// let transport = MockTransport(delivery: .held)
/// let network = NetworkSession(transport: transport)
/// network.get("https://example.com").responseString { response in print(response.result) }
/// transport.pending.first?.complete(with: .text("hello"))
/// ```
///
/// Its answer is delivered inside the call that completes it. Completing a request that has been completed or
/// cancelled does nothing. May be used from any thread.
public struct PendingTask: Sendable {
  /// The request.
  public let request: RecordedRequest
  let task: MockTransportTask
  private let completion: @Sendable () -> Void

  init(_ request: RecordedRequest, task: MockTransportTask, complete: @escaping @Sendable () -> Void) {
    self.request = request
    self.task = task
    completion = complete
  }

  /// Delivers the answer of the stub that the request matched. Without one it fails the test and the request.
  public func complete() { completion() }

  /// Delivers this response instead; its delay does not count.
  public func complete(with response: StubResponse, file: StaticString = #filePath, line: UInt = #line) {
    task.answer(response, to: request, from: SourcePlace(file: file, line: line))
  }

  /// Fails the request with this error.
  public func fail(_ error: any Error, file: StaticString = #filePath, line: UInt = #line) {
    task.answer(.failure(error), to: request, from: SourcePlace(file: file, line: line))
  }
}
