#if os(Linux)
  import Foundation
  import Net
  import NetTesting
  import Testing

  /// Pins the column of the page "Platform limits" that is about ``CurlTransport``: what is a limit elsewhere is none
  /// here.
  @Suite(.netTesting) struct CurlLimitsTests {
    private let server: MockServer
    private let network: NetworkSession

    init() throws {
      server = MockServer(afterEach: .test)
      try server.start()
      network = try CurlSession.make()
    }

    private var url: URL { server.baseURL.appending(path: "a") }

    @Test func repeatedFieldsOfARequestStayApart() async {
      server.route(.everything, .text("hello"))
      let headers: HTTPHeaders = [
        HTTPField(name: "X-Twice", value: "a"), HTTPField(name: "X-Twice", value: "b"),
      ]
      _ = await network.get(url, headers: headers).response(.data)
      #expect(server.requests.first?.headers.values(for: "X-Twice") == ["a", "b"])
    }

    @Test func repeatedFieldsOfAResponseStayApartAndInOrder() async {
      server.route(
        .everything,
        .text("hello").addingHeader("X-B", "1").addingHeader("X-A", "2").addingHeader("X-B", "3"))
      let response = await network.get(url).response(.data)
      let fields = response.response?.headers.filter { $0.name.hasPrefix("X-") }
      #expect(fields?.map(\.description) == ["X-B: 1", "X-A: 2", "X-B: 3"])
    }

    @Test func theVersionOfHTTPIsKnown() async {
      server.route(.everything, .text("hello"))
      #expect(await network.get(url).response(.data).response?.httpVersion == "HTTP/1.1")
    }

    @Test func anAddressOfVersionSixIsAnAddress() async throws {
      let url = try #require(URL(string: "http://[::1]:\(LoopbackServer.unusedPort())/"))
      #expect(await network.get(url).response(.data).failedPhase == .connect)
    }

    @Test func aCloseInTheMiddleOfTheHeadIsAFailureOfTheHead() async {
      server.route(.everything, .fault(.garbage(Data("HTTP/1.1 200 OK\r\nContent-".utf8))))
      #expect(await network.get(url).response(.data).failedPhase == .head)
    }

    @Test func trailersDoNoHarm() async {
      server.route(.everything, .stream(["hello"]).trailer("X-Sum", "1"))
      #expect(await network.get(url).response(.string).value == "hello")
    }

    @Test func timesAreKnown() async throws {
      server.route(.everything, .text("hello"))
      let timings = try #require(await network.get(url).response(.data).timings.transport)
      #expect(timings.connect != nil)
      #expect(timings.firstByte != nil)
      #expect(timings.total != nil)
    }
  }
#endif
