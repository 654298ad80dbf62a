import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct MockServerRecordsTests {
  @Test func aCloseWithinTheNextRequestDoesNotBelongToTheLastOne() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(200))
    let client = try fixture.client()
    try client.get("/")
    _ = try client.receive()
    try client.send("GET /next")
    client.close()
    try await fixture.server.waitForClientCloses()
    expectEqual(fixture.server.exchanges.map(\.wasClosedByPeer), [false])
  }

  @Test func takeRequestReturnsEachRequestOnceInOrder() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(204))
    let client = try fixture.client()
    for path in ["/1", "/2"] {
      try client.get(path)
      _ = try client.receive()
    }
    expectEqual(try await fixture.server.takeRequest().url.path, "/1")
    expectEqual(try await fixture.server.takeRequest().url.path, "/2")
    expectEqual(fixture.server.requestCount, 2)
  }

  @Test func takeRequestWaitsForARequest() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .status(204))
    async let taken = fixture.server.takeRequest()
    let client = try fixture.client()
    try client.get("/later")
    expectEqual(try await taken.url.path, "/later")
  }

  @Test func takeRequestThrowsAtItsTimeout() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let error = await #expect(throws: MockServerError.self) {
      try await fixture.server.takeRequest(timeout: .milliseconds(5))
    }
    guard case .timedOut(let text)? = error else {
      Issue.record("not a timeout: \(String(describing: error))")
      return
    }
    #expect(text.contains("0 requests on 0 connections"))
  }

  @Test func aHugeTimeoutDoesNotTrap() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.get("/late"), with: .status(204).delay(.seconds(Int.max)))
    fixture.server.stub(.get("/"), with: .status(204))
    let late = try fixture.client()
    try late.get("/late")
    async let taken = [
      fixture.server.takeRequest(timeout: .seconds(Int.max)),
      fixture.server.takeRequest(timeout: .seconds(Int.max)),
    ]
    let client = try fixture.client()
    try client.get("/")
    expectEqual(try client.receive().status, 204)
    expectEqual(try await Set(taken.map(\.url.path)), ["/", "/late"])
  }

  @Test func takeRequestThrowsWhenTheServerStops() async throws {
    let fixture = try ServerFixture()
    let server = fixture.server
    let task = Task { try await server.takeRequest(timeout: .patience) }
    server.stop()
    await #expect(throws: MockServerError.notRunning) { _ = try await task.value }
  }

  @Test func takeRequestThrowsWhenItsTaskIsCancelled() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    let server = fixture.server
    let task = Task { try await server.takeRequest(timeout: .patience) }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  @Test func recordsStayAfterTheStop() async throws {
    let fixture = try ServerFixture()
    fixture.server.stub(.everything, with: .status(204))
    let client = try fixture.client()
    try client.get("/a")
    _ = try client.receive()
    fixture.server.stop()
    expectEqual(try await fixture.server.takeRequest().url.path, "/a")
    expectEqual(fixture.server.exchanges.map(\.status), [204])
  }

  @Test func aDelayUsesTheTimer() async throws {
    let timer = TestScheduler()
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("late").delay(.seconds(3_600)))
    let client = try fixture.client()
    try client.get("/")
    _ = try await fixture.server.takeRequest()
    timer.advance(by: .seconds(3_599))
    expectEqual(fixture.server.exchanges.map(\.status), [nil])
    timer.advance(by: .seconds(1))
    expectEqual(try client.receive().text, "late")
  }

  @Test func withoutATimerADelayUsesRealTime() throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("late").delay(.milliseconds(20)))
    let client = try fixture.client()
    let start = ContinuousClock.now
    try client.get("/")
    expectEqual(try client.receive().text, "late")
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test func aClientCloseCancelsItsDelayedResponse() async throws {
    let timer = TestScheduler()
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("late").delay(.seconds(1)))
    let clients = try (0..<4).map { _ in try fixture.client() }
    for client in clients { try client.get("/") }
    for _ in clients { _ = try await fixture.server.takeRequest() }
    expectEqual(timer.pendingCount, 4)
    for client in clients.dropLast() { client.close() }
    try await fixture.server.waitForClientCloses(3)
    expectEqual(fixture.server.closedByClientCount, 3)
    expectEqual(fixture.server.exchanges.filter(\.wasClosedByPeer).count, 3)
    expectEqual(timer.pendingCount, 1)
  }

  @Test func aCloseDuringADownloadIsRecorded() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .data(Data(count: 32 << 20)))
    let client = try fixture.client()
    try client.get("/")
    _ = try await fixture.server.takeRequest()
    client.close()
    try await fixture.server.waitForClientCloses()
    expectEqual(fixture.server.exchanges.map(\.wasClosedByPeer), [true])
  }

  @Test func aCloseAfterTheResponseIsNotCounted() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    fixture.server.stub(.everything, with: .text("hello"))
    let client = try fixture.client()
    try client.get("/")
    _ = try client.receive()
    client.close()
    // Once the close of a later client is noticed, that of the first has been noticed too.
    let other = try fixture.client()
    try other.send("GET /")
    other.close()
    try await fixture.server.waitForClientCloses()
    expectEqual(fixture.server.closedByClientCount, 1)
    expectEqual(fixture.server.exchanges.map(\.wasClosedByPeer), [false])
  }

  @Test func waitForClientClosesThrowsAtItsTimeout() async throws {
    let fixture = try ServerFixture()
    defer { fixture.server.stop() }
    await #expect(throws: MockServerError.self) {
      try await fixture.server.waitForClientCloses(1, timeout: .milliseconds(5))
    }
  }
}
