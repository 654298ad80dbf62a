import Net
import NetTesting
import Synchronization
import Testing

/// Keeps profiles by path, so that the profile of one user may be shown to the next one; its corrected twin keeps them
/// by user and path.
private final class UserCacheClient: Sendable {
  private struct Key: Hashable, Sendable {
    var user: String?
    var path: String
  }

  private let network: any Networking
  private let keepsByUser: Bool
  private let stored = Mutex<[Key: String]>([:])

  init(_ network: any Networking, keepsByUser: Bool) {
    self.network = network
    self.keepsByUser = keepsByUser
  }

  func load(_ path: String, for user: String) {
    network.get(path, headers: ["X-User": user])
      .response(delivery: .inline, responseSerializer: .string) { [self] response in
        if let value = response.value { stored.withLock { $0[key(path, user)] = value } }
      }
  }

  func shown(_ path: String, to user: String) -> String? { stored.withLock { $0[key(path, user)] } }

  private func key(_ path: String, _ user: String) -> Key {
    Key(user: keepsByUser ? user : nil, path: path)
  }
}

@Suite struct UserCacheClientTests {
  private func sweep(keepsByUser: Bool) async throws -> SweepReport {
    try await everyOrder { network in
      network.stub(.get("/me")) { request in .text("profile of \(request.headers["X-User"] ?? "nobody")") }
      let client = UserCacheClient(network, keepsByUser: keepsByUser)
      client.load("/me", for: "ada")
      client.load("/me", for: "bob")
      await network.settle()
      return client.shown("/me", to: "bob")
    }.report()
  }

  @Test func aKeyWithoutTheUserIsFoundByTheOrders() async throws {
    let report = try await sweep(keepsByUser: false)
    #expect(report.failures.first?.message.contains("profile of ada") == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(keepsByUser: true).failures == [])
  }
}
