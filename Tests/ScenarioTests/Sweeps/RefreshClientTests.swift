import Foundation
import Net
import NetTesting
import Synchronization
import Testing

private struct Token: AuthenticationCredential, Decodable {
  var access: String
}

private protocol ItemLoading: Sendable {
  func item(_ number: Int) async throws -> String
}

/// Refreshes the token for each response with 401, even for those that arrive together.
private final class StormyClient: ItemLoading {
  private let network: any Networking
  private let token = Mutex("old")

  init(_ network: any Networking) { self.network = network }

  func item(_ number: Int) async throws -> String {
    let response = await load(number)
    guard response.response?.status == 401 else { return try response.result.get() }
    let fresh = try await network.post("/token").object(as: Token.self)
    token.withLock { $0 = fresh.access }
    return try await load(number).result.get()
  }

  private func load(_ number: Int) async -> DataResponse<String> {
    let access = token.withLock { $0 }
    return await network.get("/items/\(number)", headers: [.authorization(bearerToken: access)])
      .response(.string)
  }
}

/// The corrected twin: all requests wait for one refresh.
private struct CalmClient: ItemLoading {
  private let session: NetworkSession

  init(_ network: SweepNetwork) {
    var configuration = SessionConfiguration()
    configuration.baseURL = NetworkingMock.baseURL
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: Authenticator(network: network), credential: Token(access: "old"),
        timer: network.timer)
    ]
    session = NetworkSession(
      configuration: configuration, transport: network.transport, timer: network.timer)
  }

  func item(_ number: Int) async throws -> String {
    try await session.get("/items/\(number)").response(.string).result.get()
  }

  private struct Authenticator: RequestAuthenticator {
    let network: any Networking

    func apply(_ token: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: token.access))
    }

    func refresh(_ token: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      network.post("/token").response(delivery: .inline, responseSerializer: .decodable(of: Token.self)) {
        completion($0.result.mapError { $0 })
      }
    }

    func isRequest(_ request: TransportRequest, authenticatedWith token: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(token.access)"
    }
  }
}

@Suite struct RefreshClientTests {
  private func sweep(_ make: @escaping @Sendable (SweepNetwork) -> any ItemLoading) async throws
    -> SweepReport
  {
    try await everyOrder { network in
      network.stub(.get("/items/{number}")) { request in
        request.headers["Authorization"] == "Bearer new" ? .text("item") : .status(401)
      }
      network.stub(.post("/token"), with: .json(["access": "new"]))
      let client = make(network)
      async let one = client.item(1)
      async let two = client.item(2)
      let items = try await [one, two]
      expect(items).to(equal(["item", "item"]))
      expect(network.requests.count { $0.url.path == "/token" }).to(equal(1))
    }.report()
  }

  @Test func aRefreshStormIsFoundByTheOrders() async throws {
    #expect(try await !sweep { StormyClient($0) }.isPassed)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep { CalmClient($0) }.failures == [])
  }
}
