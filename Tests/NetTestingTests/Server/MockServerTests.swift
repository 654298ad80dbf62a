import Foundation
import Net
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

@Suite struct MockServerTests {
  @Test func listensWhenStartReturns() throws {
    let server = MockServer()
    defer { server.stop() }
    server.stub(.everything, with: .text("hello"))
    try server.start()
    let client = try SocketClient(port: server.port)
    try client.get("/")
    expectEqual(try client.receive().text, "hello")
  }

  @Test func servesURLSession() async throws {
    let server = MockServer()
    defer { server.stop() }
    server.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#))
    try server.start()
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let (data, response) = try await session.data(from: server.baseURL.appending(path: "users/trentm"))
    expectEqual(String(decoding: data, as: UTF8.self), #"{"name": "Trent"}"#)
    expectEqual((response as? HTTPURLResponse)?.statusCode, 200)
    expectEqual(server.requests.map(\.url), [server.baseURL.appending(path: "users/trentm")])
  }

  @Test func thePortIsKnownAfterTheStart() throws {
    let server = MockServer()
    expectEqual(server.port, 0)
    try server.start()
    expectEqual(server.baseURL.absoluteString, "http://127.0.0.1:\(server.port)")
    #expect(server.port > 0)
    server.stop()
  }

  @Test func canOnlyBeStartedOnce() throws {
    let server = MockServer()
    try server.start()
    #expect(throws: MockServerError.alreadyStarted) { try server.start() }
    server.stop()
    #expect(throws: MockServerError.alreadyStarted) { try server.start() }
  }
}
