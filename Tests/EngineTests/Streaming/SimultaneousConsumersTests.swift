import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Two threads that start different streams of one request: the second one begins between the moments at which the
/// first one sets the destination of the body and starts the request.
@Suite struct SimultaneousConsumersTests {
  private let fixture = SessionFixture()

  private static let queue = DispatchQueue(label: "SimultaneousConsumersTests")

  /// Starts a stream; reports the end of the second consumer.
  private static let seconds: [@Sendable (any NetworkRequesting, Captured<NetworkError.Reason?>) -> Void] = [
    { request, reasons in
      request.responseStream(delivery: .inline) {
        if case .complete(let response) = $0 { reasons.set(response.error?.reason) }
      }
    },
    { request, reasons in
      request.responseLines(queue: queue) {
        if case .complete(let response) = $0 { reasons.set(response.error?.reason) }
      }
    },
    { request, reasons in
      request.download(to: .temporary, delivery: .inline) { reasons.set($0.error?.reason) }
    },
  ]

  @Test(arguments: seconds.indices)
  func theSecondOneFailsAtOnceAndTheFirstOneReceivesTheBody(second: Int) {
    let base = fixture.session.get("https://example.com/log")
    let reasons = Captured<NetworkError.Reason?>()
    let chunks = Captured<String>()
    let request = WrappedRequest(base) { Self.seconds[second](base, reasons) }
    request.responseStream(delivery: .inline) { event in
      switch event {
      case .head: break
      case .chunk(let data): chunks.set(String(decoding: data, as: UTF8.self))
      case .complete(let response): chunks.set(response.error.map { "\($0)" } ?? "end")
      }
    }
    Self.queue.sync {}
    expectEqual(reasons.values, [.transfer(.alreadyStarted)])
    fixture.tasks[0].respond(200, body: "body")
    expectEqual(chunks.values, ["body", "end"])
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func aLoopAndAHandlerNeverBothReceiveTheBody() async throws {
    let base = fixture.session.get("https://example.com/log")
    let reasons = Captured<NetworkError.Reason?>()
    let request = WrappedRequest(base) { Self.seconds[0](base, reasons) }
    let lines = Task {
      var lines: [String] = []
      for try await line in request.lines() { lines.append(line) }
      return lines
    }
    while fixture.tasks.first?.hasStarted != true { await Task.yield() }
    fixture.tasks[0].respond(200, body: "a\nb")
    expectEqual(try await lines.value, ["a", "b"])
    expectEqual(reasons.values, [.transfer(.alreadyStarted)])
  }

  @Test func aRequestWithTheDescriptionOfAStreamedOneIsStreamed() {
    let first = fixture.session.get("https://example.com/log")
    first.responseStream(delivery: .inline) { _ in }
    let second = fixture.session.request(first.requestDescription)
    let chunks = Captured<String>()
    second.responseStream(delivery: .inline) {
      if case .chunk(let data) = $0 { chunks.set(String(decoding: data, as: UTF8.self)) }
    }
    fixture.tasks[1].respond(200, body: "body")
    expectEqual(chunks.values, ["body"])
  }
}
