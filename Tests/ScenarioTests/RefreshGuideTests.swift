import Foundation
import Net
import NetTesting
import Testing

/// The tests of a refreshed token in the guide, compiled and run.
@Suite(.netTesting) struct RefreshGuideTests {
  // snippet: session
  private func session(_ transport: any Transport, _ timer: any NetworkTimer) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    let plain = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: AccessTokenAuthenticator(network: plain),
        credential: AccessToken(access: "old", refresh: "r1"), timer: timer)
    ]
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  private func stub(_ network: some Stubbing) {
    network.stub(.get("/profile") && .header("Authorization", equals: "Bearer old"), with: .status(401))
    network.stub(.post("/token"), with: .json(["access": "new", "refresh": "r2"]))
    network.stub(
      .get("/profile") && .header("Authorization", equals: "Bearer new"), with: .json(["name": "Ada"]))
  }
  // snippet.end

  // snippet: once
  @Test func twentyRequestsRefreshTheTokenOnce() async throws {
    let transport = MockTransport(afterEach: .test)
    stub(transport)
    let network = session(transport, DispatchTimer())

    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await network.get("profile").object(as: Profile.self).name } }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(names == Array(repeating: "Ada", count: 20))
    #expect(transport.requests.count { $0.url.path == "/token" } == 1)
  }
  // snippet.end

  // snippet: sweep
  @Test func noFaultBreaksTheRefresh() async throws {
    try await everyFault { network in
      stub(network)
      let response = await session(network.transport, network.timer).get("profile")
        .response(.decodable(of: Profile.self))
      await network.settle()  // The refresh goes on without the request that began it.
      return try response.result.get().name
    }
    .expect(.endsInTime, .noLeak, .sameResultOr(NetworkError.self))
  }
  // snippet.end
}
