import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response that is not HTTP, which Foundation on Linux reports as an unsupported URL.
@Suite(.netTesting) struct UnreadableResponseTests {
  private let server: MockServer

  init() throws {
    server = MockServer(afterEach: .test)
    try server.start()
  }

  private func session(_ interceptors: [any RequestInterceptor] = []) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configuration.interceptors = interceptors
    return NetworkSession(configuration: configuration, transport: URLSessionTransport())
  }

  private func answer(_ text: String, times: StubCount = .always) {
    server.stub(.everything, with: .fault(.garbage(Data(text.utf8))), times: times)
  }

  @Test(arguments: ["220 mail.example.com\r\n\r\n", "HTTP/7.1 200 OK\r\n\r\n", "HTTP/1.1 2 OK\r\n\r\n"])
  func itIsAFailureOfTheServer(text: String) async {
    answer(text)
    let error = await session().get("a").response(.data).error
    expectEqual((error?.underlyingError as? URLError)?.code, .badServerResponse)
    expectEqual(error?.isMistake, false)
  }

  @Test func aRetryPolicySendsTheRequestAgain() async throws {
    server.stub(.everything, with: .text("ok"))
    answer("220 mail.example.com\r\n\r\n", times: 1)
    let text = try await session([RetryPolicy(maximumRetries: 1, base: .zero)]).get("a").string()
    expectEqual(text, "ok")
  }
}
