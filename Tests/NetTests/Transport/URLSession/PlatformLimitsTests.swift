import Foundation
import Net
import NetTesting
import Testing

/// Pins the rows of the page "Platform limits": a test that fails says that a limit is gone, and its row with it.
@Suite(.netTesting) struct PlatformLimitsTests {
  private let server: MockServer
  private let network: NetworkSession

  init() throws {
    server = MockServer(afterEach: .test)
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    network = NetworkSession(configuration: configuration, transport: URLSessionTransport())
  }

  @Test func repeatedFieldsOfARequestAreJoined() async throws {
    server.route(.everything, .text("hello"))
    _ = try await network.get(
      "a", headers: [HTTPField(name: "X-Twice", value: "a"), HTTPField(name: "X-Twice", value: "b")]
    ).data()
    #expect(server.requests.first?.headers.values(for: "X-Twice") == ["a,b"])
  }

  @Test func repeatedFieldsOfAResponseAreJoinedAndSorted() async throws {
    server.route(
      .everything,
      .text("hello").addingHeader("X-B", "1").addingHeader("X-A", "2").addingHeader("X-B", "3"))
    let response = await network.get("a").response(.data)
    let fields = response.response?.headers.filter { $0.name.hasPrefix("X-") }
    #expect(fields?.map(\.name) == ["X-A", "X-B"])
    #expect(response.response?.headers.values(for: "X-B") == ["1, 3"])
  }

  @Test func theVersionOfHTTPIsNotKnown() async {
    server.route(.everything, .text("hello"))
    #expect(await network.get("a").response(.data).response?.httpVersion == nil)
  }

  @Test func timesAndConnectionsAreNotKnown() async {
    server.route(.everything, .text("hello"))
    #expect(await network.get("a").response(.data).timings.transport == nil)
  }

  #if canImport(FoundationNetworking)
    @Test func aCloseInTheMiddleOfTheHeadStopsTheProcess() async {
      await #expect(processExitsWith: .failure) {
        let server = MockServer()
        server.route(.everything, .fault(.garbage(Data("HTTP/1.1 200 OK\r\nContent-".utf8))))
        try server.start()
        let answer = await NetworkSession(transport: URLSessionTransport()).get(server.baseURL).response(
          .data)
        server.stop()
        // Where the limit is gone, this is the failure that there should be.
        try #require(answer.error?.reason == .transport(.head))
      }
    }

    @Test func trailersStopTheProcess() async {
      await #expect(processExitsWith: .failure) {
        let server = MockServer()
        server.route(.everything, .stream(["hello"]).trailer("X-Sum", "1"))
        try server.start()
        let answer = await NetworkSession(transport: URLSessionTransport()).get(server.baseURL).response(
          .string)
        server.stop()
        // Where the limit is gone, this is what there should be.
        try #require(answer.value == "hello")
      }
    }
  #endif
}
