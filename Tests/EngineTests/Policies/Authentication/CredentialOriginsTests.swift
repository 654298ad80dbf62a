import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// An interceptor whose credential is for some origins only.
@Suite struct CredentialOriginsTests {
  private typealias Authenticator = AuthenticationInterceptorTests.TestAuthenticator
  private typealias Token = AuthenticationInterceptorTests.Token

  private let authenticator = Authenticator()
  private let transport = MockTransport()

  private func session(_ credential: Token? = Token(text: "secret")) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: authenticator, credential: credential,
        origins: ["https://api.example.com/v1/", "https://example.org:8443"].compactMap { URL(string: $0) })
    ]
    return NetworkSession(configuration: configuration, transport: transport)
  }

  private func authorization(of url: String, _ session: NetworkSession) async -> String? {
    transport.stub(.everything, with: .status(204))
    _ = await session.get(url).response(.data)
    return transport.lastRequest?.headers["Authorization"]
  }

  @Test(arguments: [
    "https://api.example.com/other", "HTTPS://API.example.com:443/", "https://example.org:8443/a",
  ])
  func theOriginsReceiveTheCredential(url: String) async {
    expectEqual(await authorization(of: url, session()), "Bearer secret")
  }

  @Test(arguments: [
    "https://maps.example.net/", "http://api.example.com/v1/", "https://example.org/", "https://example.com/",
    "https://api.example.com.evil.net/v1/",
  ])
  func otherOriginsDoNot(url: String) async {
    expectNil(await authorization(of: url, session()))
    expectEqual(transport.requests.count, 1)
  }

  @Test func otherOriginsNeedNoCredential() async {
    expectNil(await authorization(of: "https://maps.example.net/", session(nil)))
    expectEqual(transport.requests.count, 1)
    let missing = await session(nil).get("https://api.example.com/").response(.data)
    expectEqual(missing.error?.underlyingError as? AuthenticationError, .missingCredential)
  }

  @Test func aRejectionByAnotherOriginRefreshesNothing() async {
    transport.stub(.everything, with: .status(401))
    let response = await session().get("https://maps.example.net/").response(.data)
    expectEqual(response.error?.reason, .validation(.statusCode(401)))
    expectEqual(authenticator.refreshes.count, 0)
    expectEqual(transport.requests.count, 1)
  }

  @Test func whatIsOnlyCachedNeedsNoCredentialAtAnotherOrigin() async {
    let response = await session(nil).get("https://maps.example.net/").cache(.onlyCached).response(.data)
    expectEqual(response.error?.reason, .validation(.statusCode(504)))
  }
}
