import Foundation
import Net
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// Descriptions of Foundation's requests.
@Suite struct RequestDescriptionURLRequestTests {
  private let transport = MockTransport()

  private func foundation(
    _ text: String = "https://example.com/a%2Fb?c=d%20e", _ change: (inout URLRequest) -> Void = { _ in }
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: text)))
    change(&request)
    return request
  }

  private func sent(_ request: URLRequest) async throws -> TransportRequest {
    transport.stub(.everything, with: .status(204))
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://example.com/v1/")
    let network = NetworkSession(configuration: configuration, transport: transport)
    return try #require(await network.request(request).response(.data).request)
  }

  @Test func methodURLAndFieldsAreSent() async throws {
    let request = try await sent(
      foundation {
        $0.httpMethod = "PROPFIND"
        $0.setValue("1", forHTTPHeaderField: "X-A")
        $0.setValue("text/x", forHTTPHeaderField: "Accept")
      })
    expectEqual(request.method, HTTPMethod(rawValue: "PROPFIND"))
    expectEqual(request.url.absoluteString, "https://example.com/a%2Fb?c=d%20e")
    expectEqual(request.headers["X-A"], "1")
    expectEqual(request.headers.values(for: "Accept"), ["text/x"])
    expectEqual(request.body, .none)
  }

  @Test func aBodyIsSentAsItIs() async throws {
    let request = try await sent(
      foundation {
        $0.httpMethod = "POST"
        $0.httpBody = Data("a=b".utf8)
        $0.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      })
    expectEqual(request.body, .data(Data("a=b".utf8)))
    expectEqual(request.headers["Content-Type"], "text/plain")
  }

  @Test func aStreamIsSentOnce() async throws {
    transport.stub(.everything, with: .status(503))
    let request = try foundation {
      $0.httpMethod = "PUT"
      $0.httpBodyStream = InputStream(data: Data("abc".utf8))
    }
    let network = NetworkSession(transport: transport)
    let retries = RetryPolicy(maximumRetries: 3, base: .zero)
    let response = await network.request(request).retry(retries).response(.data)
    expectEqual(response.error?.reason, .validation(.statusCode(503)))
    expectEqual(transport.requests.map(\.body), [Data("abc".utf8)])
  }

  @Test func aRelativeURLIsResolved() async throws {
    let base = try #require(URL(string: "https://example.org/x/"))
    let absolute = URLRequest(url: try #require(URL(string: "b", relativeTo: base)))
    expectEqual(try await sent(absolute).url.absoluteString, "https://example.org/x/b")
    expectEqual(try await sent(foundation("b")).url.absoluteString, "https://example.com/v1/b")
  }

  @Test func aRequestWithoutAURLFails() async throws {
    var request = try foundation()
    request.url = nil
    let error = await NetworkSession(transport: transport).request(request).response(.data).error
    expectEqual(error?.reason, .invalidRequest(.url("a URLRequest without a URL")))
    expectTrue(transport.requests.isEmpty)
  }

  @Test(arguments: [
    (5, Duration.seconds(5)), (0.5, .milliseconds(500)), (60, nil), (0, nil), (.infinity, nil),
  ])
  func aTimeoutIsTheIdleTimeout(seconds: Double, idle: Duration?) throws {
    let description = RequestDescription(try foundation { $0.timeoutInterval = seconds })
    expectEqual(description.timeouts, RequestTimeouts(idle: idle))
  }
}
