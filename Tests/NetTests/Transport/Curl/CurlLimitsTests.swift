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

    @Test func theVersionOfHTTPIsKnown() async {
      server.route(.everything, .text("hello"))
      #expect(await network.get(url).response(.data).response?.httpVersion == "HTTP/1.1")
    }

    @Test func aCloseInTheMiddleOfTheHeadIsAFailureOfTheHead() async {
      server.route(.everything, .fault(.garbage(Data("HTTP/1.1 200 OK\r\nContent-".utf8))))
      #expect(await network.get(url).response(.data).failedPhase == .head)
    }
  }
#endif
