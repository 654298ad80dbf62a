import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Interim responses of stubs, at each level of mocking.
@Suite(.netTesting) struct StubResponseInterimTests {
  private let hinted = StubResponse.text("page")
    .interim(102).interim(103, headers: ["Link": "</a.css>; rel=preload"])

  /// Records the interim responses of a session.
  private final class Monitor: EventMonitor {
    let heads = Captured<ResponseHead>()

    func request(_ id: RequestID, did event: RequestEvent) {
      if case .receivedInterim(let head) = event { heads.set(head) }
    }
  }

  @Test func aMockTransportDeliversThemBeforeTheHead() async throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.everything, with: hinted)
    let monitor = Monitor()
    var configuration = SessionConfiguration()
    configuration.monitors = [monitor]
    let network = NetworkSession(configuration: configuration, transport: transport)
    expectEqual(try await network.get("https://example.com/").string(), "page")
    expectEqual(monitor.heads.values.map(\.status), [102, 103])
    expectEqual(monitor.heads.values.last?.headers["Link"], "</a.css>; rel=preload")
  }

  @Test func aMockedNetworkDeliversThem() async throws {
    let monitor = Monitor()
    var configuration = NetworkingMock.defaultConfiguration
    configuration.monitors = [monitor]
    let network = NetworkingMock(configuration: configuration, afterEach: .test)
    network.stub(.get("/page"), with: hinted)
    expectEqual(try await network.get("/page").string(), "page")
    expectEqual(monitor.heads.values.map(\.status), [102, 103])
  }

  @Test func clientsOfAMockServerReceiveTheFinalResponse() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.everything, with: hinted)
    try server.start()
    let network = NetworkSession(transport: PlatformTransport.standard())
    expectEqual(try await network.get(server.baseURL).string(), "page")
    expectEqual(try await network.get(server.baseURL).string(), "page")
  }

  @Test func aServerWritesThemBeforeTheHead() throws {
    let writer = ResponseWriter(method: .get, isOld: false, keepsAlive: true)
    let written = try writer.interim(103, ["Link": "</a.css>"])
    #expect(String(decoding: written, as: UTF8.self).hasPrefix("HTTP/1.1 103 "))
    #expect(String(decoding: written, as: UTF8.self).hasSuffix("\r\nLink: </a.css>\r\n\r\n"))
    let message = ResponseWriter.Message(head: Data("HEAD\r\n\r\n".utf8), framing: .length, closes: false)
    var script = AnswerScript(.text("a"), body: Data("a".utf8), message: message, interims: written)
    expectEqual(script.next(), .send(written + Data("HEAD\r\n\r\na".utf8)))
  }

  @Test func anHTTP1_0ClientReceivesNoInterimResponse() throws {
    let writer = ResponseWriter(method: .get, isOld: true, keepsAlive: false)
    #expect(try writer.interim(103, [:]).isEmpty)
  }

  @Test(arguments: [99, 101, 200]) func aStatusThatIsNotInterimIsAMisuse(status: Int) {
    expectNotNil(StubResponse.text("a").interim(status).misuse)
  }
}
