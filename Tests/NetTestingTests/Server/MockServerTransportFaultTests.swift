import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Each fault, as the transport of a session reports it.
@Suite struct MockServerTransportFaultTests {
  private struct Seen {
    var status: Int?
    var body = Data()
    var phase: TransportPhase?
    var error: (any Error)?
  }

  /// Sends a request, and cancels it after this many bytes of the body.
  private func ask(_ fixture: ServerFixture, cancellingAt bytes: Int? = nil) async throws -> Seen {
    let transport = URLSessionTransport()
    let (events, continuation) = AsyncStream<TransportEvent>.makeStream()
    let received = ReceivedEvents()
    received.react { continuation.yield($0) }
    let url = fixture.server.baseURL.appending(path: "a")
    let task = transport.task(for: TransportRequest(url: url), receiver: received)
    task.resume()
    if bytes == 0 {
      _ = try await fixture.server.takeRequest()
      task.cancel()
    }
    var seen = Seen()
    for await event in events {
      switch event {
      case .head(let head): seen.status = head.status
      case .body(let piece):
        seen.body += piece
        if let bytes, seen.body.count >= bytes { task.cancel() }
      case .failed(let error, let phase):
        seen.error = error
        seen.phase = phase
        return seen
      case .finished: return seen
      case .sent, .interim, .trailers, .redirect: continue
      }
    }
    return seen
  }

  private func ask(_ response: StubResponse, cancellingAt bytes: Int? = nil) async throws -> Seen {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: response)
    return try await ask(fixture, cancellingAt: bytes)
  }

  // A close in the middle of the head is missing here, because it crashes Foundation on Linux.
  @Test(arguments: [
    ServerFault.reset, .close, .reset(after: .headBytes(20)), .garbage,
    .endlessHeader,
  ])
  func aFaultBeforeTheBodyFailsInTheHeadPhase(_ fault: ServerFault) async throws {
    let seen = try await ask(.text("hello").fault(fault))
    expectEqual(seen.phase, .head)
    expectNil(seen.status)
    expectNotNil(seen.error)
  }

  @Test(arguments: [
    (ServerFault.reset(after: .bodyBytes(2)), "he"), (.close(after: .bodyBytes(2)), "he"),
    (.truncatedChunk, "he"), (.contentLength(off: 2), "hello"),
  ])
  func aFaultInTheBodyFailsInTheBodyPhase(_ fault: ServerFault, _ body: String) async throws {
    let seen = try await ask(.text("hello").fault(fault))
    expectEqual(seen.phase, .body)
    expectEqual(seen.status, 200)
    expectEqual(String(decoding: seen.body, as: UTF8.self), body)
  }

  @Test func anInterruptedStreamFailsInTheBodyPhase() async throws {
    let seen = try await ask(.stream(["one", "two"]).fault(.close(after: .body)))
    expectEqual(seen.phase, .body)
    expectEqual(String(decoding: seen.body, as: UTF8.self), "onetwo")
  }

  @Test(arguments: [
    (ServerFault.reset(after: .end), "hello"), (.close(after: .end), "hello"),
    (.contentLength(off: -2), "hel"),
  ])
  func aFaultAfterACompleteResponseIsNotAFailure(_ fault: ServerFault, _ body: String) async throws {
    let seen = try await ask(.text("hello").fault(fault))
    expectNil(seen.phase)
    expectEqual(String(decoding: seen.body, as: UTF8.self), body)
  }

  @Test func aStalledHeadWaitsForCancellation() async throws {
    let seen = try await ask(.fault(.stall), cancellingAt: 0)
    #expect(seen.error is CancellationError)
    expectEqual(seen.phase, .head)
  }

  @Test func aStalledBodyWaitsForCancellation() async throws {
    let seen = try await ask(.text("hello").fault(.stall(after: .bodyBytes(2))), cancellingAt: 2)
    #expect(seen.error is CancellationError)
    expectEqual(seen.phase, .body)
    expectEqual(String(decoding: seen.body, as: UTF8.self), "he")
  }

  @Test func aRefusedConnectionFailsInTheConnectPhase() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    try fixture.server.refuseConnections()
    let seen = try await ask(fixture)
    expectEqual(seen.phase, .connect)
  }

  @Test func aSlowBodyArrivesWhole() async throws {
    let seen = try await ask(.text("drip").throttle(bytesPerSecond: 100))
    expectNil(seen.phase)
    expectEqual(String(decoding: seen.body, as: UTF8.self), "drip")
  }
}
