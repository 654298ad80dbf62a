import Foundation
import Net
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// A transport with the caller's configuration.
@Suite(.netTesting) struct URLSessionConfigurationTests {
  private let server: MockServer

  init() throws {
    server = MockServer(afterEach: .test)
    try server.start()
  }

  private func network(_ configuration: URLSessionConfiguration) throws -> NetworkSession {
    NetworkSession(transport: try URLSessionTransport(configuration: configuration))
  }

  @Test func additionalHeadersAreSent() async throws {
    server.stub(.everything, with: .text("hello"))
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["X-Client": "a"]
    _ = try await network(configuration).get(server.baseURL).data()
    expectEqual(server.requests.first?.headers["X-Client"], "a")
  }

  @Test func protocolClassesRespond() async throws {
    let stubs = URLStubs(afterEach: .test)
    stubs.stub(.get("/a"), with: .text("stubbed"))
    let network = try network(StubURLProtocol.configuration(stubs))
    expectEqual(try await network.get("https://h.invalid/a").string(), "stubbed")
  }

  @Test func cookiesAreNotKept() async throws {
    server.stub(.everything, with: .text("hello").header("Set-Cookie", "a=1"))
    let network = try network(.default)
    for _ in 0..<2 { _ = try await network.get(server.baseURL).data() }
    expectEqual(server.requests.map { $0.headers["Cookie"] }, [nil, nil])
  }

  @Test func responsesAreNotKept() async throws {
    server.stub(.everything, with: .text("hello").header("Cache-Control", "max-age=100"))
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil)
    let network = try network(configuration)
    for _ in 0..<2 { _ = try await network.get(server.baseURL).data() }
    expectEqual(server.requestCount, 2)
  }

  @Test func theTimeoutsOfTheConfigurationHaveNoEffect() async throws {
    server.stub(.everything, with: .text("late").delay(.milliseconds(10)))
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 0
    configuration.timeoutIntervalForResource = 0
    expectEqual(try await network(configuration).get(server.baseURL).string(), "late")
  }

  @Test func theConfigurationOfTheCallerIsUnchanged() throws {
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 7
    _ = try network(configuration)
    expectEqual(configuration.timeoutIntervalForRequest, 7)
    expectNotNil(configuration.httpCookieStorage)
    expectTrue(configuration.httpShouldSetCookies)
  }

  @Test func aBackgroundSessionIsRefusedByItsIdentifier() {
    #if canImport(Darwin)
      let configuration = URLSessionConfiguration.background(withIdentifier: "sync")
    #else
      let configuration = URLSessionConfiguration.default
      configuration.identifier = "sync"
    #endif
    let error = #expect(throws: BackgroundConfigurationError.self) {
      try URLSessionTransport(configuration: configuration)
    }
    expectEqual(error, BackgroundConfigurationError(identifier: "sync"))
    expectEqual(error.map { "\($0)" }?.contains("\"sync\""), true)
  }
}
