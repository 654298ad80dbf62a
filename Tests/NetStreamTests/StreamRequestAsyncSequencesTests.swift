import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Reading a body in a loop with back-pressure.
@Suite(.netTesting) struct StreamRequestAsyncSequencesTests {
  private let transport = MockTransport(chunkSize: 2)
  private let received = Captured<Int64>()

  private var log: StreamRequest {
    NetworkSession(transport: transport).stream.get("https://example.com/log")
      .progress { [received] in received.set($0.completed) }
  }

  @Test func aSlowLoopPausesTheTransport() async throws {
    transport.stub(.get("/log"), with: .text("hello world"))
    let chunks = log.chunks(buffer: .backPressure(limit: 1)).makeAsyncIterator()
    expectTrue(transport.requests.isEmpty)
    expectEqual(try await chunks.next(), Data("he".utf8))
    // One chunk was taken; one more fills the buffer and pauses the transport.
    expectEqual(received.values, [2, 4])
    expectEqual(try await chunks.next(), Data("ll".utf8))
    expectEqual(received.values, [2, 4, 6])
  }

  @Test func withoutATypeContextChunksIsAnObservable() {
    transport.stub(.get("/log"), with: .text("abc"))
    let chunks = log.chunks()
    let got = Captured<Data>()
    _ = chunks.subscribe(onNext: { got.set($0) })
    expectEqual(got.values, [Data("ab".utf8), Data("c".utf8)])
  }

  @Test func valuesOfAnObservableBuffersAllChunks() async throws {
    transport.stub(.get("/log"), with: .text("hello world"))
    var chunks = log.chunks(buffer: .backPressure(limit: 1)).values.makeAsyncIterator()
    expectEqual(try await chunks.next(), Data("he".utf8))
    expectEqual(received.values.last, 11)
  }

  @Test func aSlowLoopOverLinesPausesTheTransport() async throws {
    transport.stub(.get("/log"), with: .text("a\nb\nc\nd\ne\n"))
    var lines = log.parsed(by: TextLineParser(), buffer: .backPressure(limit: 1)).makeAsyncIterator()
    expectEqual(try await lines.next(), "a")
    expectEqual(received.values, [2, 4])
    expectEqual(try await lines.next(), "b")
    expectEqual(received.values, [2, 4, 6])
  }

  @Test func eachIterationSendsARequest() async throws {
    transport.stub(.get("/log"), with: .text("a\nb"))
    let lines: RequestedSequence = log.parsed(by: TextLineParser())
    for _ in 1...2 {
      var got: [String] = []
      for try await line in lines { got.append(line) }
      expectEqual(got, ["a", "b"])
    }
    expectEqual(transport.requests.count, 2)
  }

  @Test func leavingTheLoopCancelsTheRequest() async throws {
    transport.stub(.get("/log"), with: .text("hello").fault(.stall(after: .bodyBytes(4))))
    for try await _ in log.chunks() { break }
    expectEqual(transport.cancelCount, 1)
  }

  @Test func aFailureIsANetworkError() async throws {
    transport.stub(.get("/log"), with: .status(404))
    let error = await #expect(throws: NetworkError.self) { for try await _ in log.chunks() {} }
    expectEqual(error?.reason, .validation(.statusCode(404)))
  }
}
