import Net
import NetMeasuring
import NetTesting
import Testing

@testable import net_bench

@Suite struct SocketsTests {
  @Test(arguments: SocketClients.subjects, SocketWorkload.allCases)
  func everySubjectDoesEveryWorkload(subject: NetSubject, workload: SocketWorkload) async throws {
    let server = try SocketServer.mock()
    defer { server.stop() }
    let report = try await workload.take(subject, count: 32, url: server.baseURL)
    #expect(SocketWorkload.value([report]) != nil)
  }

  @Test func aWrongMessageThrows() async throws {
    let server = MockServer()
    server.stub(.webSocket("/"), with: .script { peer in peer.onMessage { _ in [.text("something else")] } })
    try server.start()
    defer { server.stop() }
    for workload in [SocketWorkload.roundTrip, .receive, .send, .texts] {
      await #expect(throws: WrongResult.self) {
        try await workload.take(.net, count: 8, url: server.baseURL)
      }
    }
  }

  @Test func anOrderIsParsedAndOtherTextIsNot() {
    let order = SocketServer.Order(SocketServer.Order(count: 3, size: 65_536).text)
    #expect(order?.count == 3)
    #expect(order?.isBinary == true)
    #expect(SocketServer.Order("hello") == nil)
    #expect(SocketServer.Order("!3") == nil)
  }

  @Test(arguments: FrameSpeed.allCases)
  func payloadsAreMaskedAndChecked(speed: FrameSpeed) throws {
    for subject in FrameSpeed.subjects {
      try speed.run(subject, count: 3)
      try speed.run(subject, count: 4)
    }
  }
}
