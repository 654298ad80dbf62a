import Dispatch
import TestSupport
import Testing

@testable import NetTesting

@Suite struct MockServerWebSocketThreadsTests {
  private let fixture: ServerFixture

  init() throws { fixture = try ServerFixture() }

  @Test func scriptsThatBlockLeaveTheQueuesOfAProgramTheirThreads() throws {
    // More than Dispatch has threads for all serial queues of a process.
    let count = 300
    let (gate, ran) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    fixture.server.webSocket("/chat") { _ in gate.wait() }
    let clients = try (0..<count).map { _ in
      let client = try fixture.client()
      try client.get("/chat", headers: MockServerWebSocketTests.handshake)
      expectEqual(try client.receive(toHead: true).status, 101)
      return client
    }
    DispatchQueue(label: "a queue of the program").async { ran.signal() }
    expectEqual(ran.wait(timeout: .patience), .success)
    for _ in clients { gate.signal() }
  }
}
