import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A parser that fails ends the exchange with its error, so that monitors, logs and the caller have the same reason.
@Suite struct UnreadableStreamTests {
  private let fixture = SessionFixture {
    $0.callbackQueue = nil
    $0.interceptors = [RetryPolicy(maximumRetries: 3, base: .zero)]
  }
  private let outcome = Captured<DataResponse<Void>>()

  @Test(arguments: [["1\nx\n"], ["1\n", "x\n"]])
  func monitorsSeeTheErrorOfTheCaller(chunks: [String]) throws {
    let request = fixture.session.get("https://example.com/log").responseStream(
      parsedBy: JSONLineParser(of: Int.self)
    ) { [outcome] in if case .complete(let response) = $0 { outcome.set(response) } }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    for chunk in chunks { fixture.tasks[0].send(.body(Data(chunk.utf8))) }
    let error = try #require(outcome.value?.error)
    #expect(error.underlyingError is JSONLineError)
    expectEqual(error.data, Data("x".utf8))
    expectEqual(error.attempts, 1)
    expectEqual(error.request?.url.path, "/log")
    expectEqual(error.response?.status, 200)
    expectEqual(fixture.monitor.events.last, "#1 failed \(error.reason)")
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(fixture.tasks.count, 1)
    expectEqual(request.state, .finished)
  }

  @Test func aLoopThrowsTheErrorThatMonitorsSee() async throws {
    let transport = MockTransport()
    transport.stub(.everything, withSequence: [.status(503), .text("one\nthree\nfour\n")])
    let monitor = RecordingMonitor()
    var configuration = SessionConfiguration()
    configuration.monitors = [monitor]
    configuration.interceptors = [RetryPolicy(maximumRetries: 3, base: .zero)]
    let session = NetworkSession(configuration: configuration, transport: transport)
    let lines = Locked<[String]>([])
    let error = try #require(
      await #expect(throws: NetworkError.self) {
        for try await line in session.get("https://example.com/log").lines(maximumLength: 3) {
          lines.update { $0.append(line) }
        }
      })
    expectEqual(lines.value, ["one"])
    #expect(error.underlyingError is LineTooLong)
    expectEqual(error.attempts, 2)
    expectEqual(monitor.events.last, "#1 failed \(error.reason)")
  }
}
