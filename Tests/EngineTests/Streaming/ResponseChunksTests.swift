import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct ResponseChunksTests {
  private let transport = MockTransport(chunkSize: 2)

  private func request() -> any NetworkRequesting {
    NetworkSession(transport: transport).get("https://example.com/log")
  }

  @Test func theBodyComesInChunks() async throws {
    transport.stub(.get("/log"), with: .text("hello"))
    var chunks: [String] = []
    for try await chunk in request().chunks() { chunks.append(String(decoding: chunk, as: UTF8.self)) }
    expectEqual(chunks, ["he", "ll", "o"])
  }

  @Test func aFailureIsThrownAfterTheChunks() async throws {
    transport.stub(.get("/log"), with: .text("hello").fault(.reset(after: .bodyBytes(2))))
    var chunks: [String] = []
    let error = await #expect(throws: NetworkError.self) {
      for try await chunk in request().chunks() { chunks.append(String(decoding: chunk, as: UTF8.self)) }
    }
    expectEqual(chunks, ["he"])
    expectEqual(error?.reason, .transport(.body))
  }

  @Test func leavingTheLoopCancelsTheRequest() async throws {
    transport.stub(.get("/log"), with: .text("hello").fault(.stall(after: .bodyBytes(4))))
    for try await _ in request().chunks() { break }
    expectEqual(transport.cancelCount, 1)
  }

  @Test func cancellingTheTaskThrowsACancellationError() async throws {
    transport.stub(.get("/log"), with: .text("hello").fault(.stall(after: .bodyBytes(2))))
    let first = Captured<Data>()
    let request = request()
    let task = Task { for try await chunk in request.chunks() { first.set(chunk) } }
    _ = await first.next(within: .patience)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    expectEqual(transport.cancelCount, 1)
  }

  @Test func aRequestThatIsAlreadyRunningHasNoChunks() async throws {
    transport.stub(.get("/log"), with: .text("hello"))
    let request = request().resume()
    let error = await #expect(throws: NetworkError.self) { for try await _ in request.chunks() {} }
    expectEqual(error?.reason, .transfer(.alreadyStarted))
  }

  @Test func aSlowLoopPausesTheTransport() async throws {
    transport.stub(.get("/log"), with: .text("hello"))
    let request = request()
    let received = Captured<Int64>()
    _ = request.progress(delivery: .inline) { received.set($0.completed) }
    let chunks = request.chunks(buffer: .backPressure(limit: 1)).makeAsyncIterator()
    _ = try await chunks.next()
    // One chunk was consumed, and one more is enough to pause.
    expectEqual(received.values, [2, 4])
    _ = try await chunks.next()
    _ = try await chunks.next()
    expectNil(try await chunks.next())
    expectEqual(received.values, [2, 4, 5])
  }

  @Test func aHandlerReceivesTheEventsInOrderOnItsQueue() async throws {
    transport.stub(.get("/log"), with: .text("hello"))
    let events = Captured<String>()
    request().responseStream(queue: DispatchQueue(label: "events")) { event in
      switch event {
      case .head(let head): events.set("\(head.status)")
      case .chunk(let chunk): events.set(String(decoding: chunk, as: UTF8.self))
      case .complete(let response): events.set(response.error == nil ? "complete" : "failed")
      }
    }
    while events.value != "complete", await events.next(within: .patience) != nil {}
    expectEqual(events.values, ["200", "he", "ll", "o", "complete"])
  }
}
