import Net
import NetTesting
import Synchronization
import Testing

/// Saves the token before the profile has arrived, so a sign-in that is cancelled or fails in between leaves a token
/// without a user.
///
/// Its corrected twin saves both together.
private final class SignInClient: Sendable {
  private let network: any Networking
  private let savesTogether: Bool
  private let saved = Mutex((token: String?.none, user: String?.none))

  init(_ network: any Networking, savesTogether: Bool) {
    self.network = network
    self.savesTogether = savesTogether
  }

  var savedToken: String? { saved.withLock { $0.token } }
  var savedUser: String? { saved.withLock { $0.user } }

  func signIn() async throws -> String {
    let token = try await network.post("/token").object(as: String.self)
    if !savesTogether { saved.withLock { $0.token = token } }
    let user = try await network.get("/user", headers: [.authorization(bearerToken: token)])
      .object(as: String.self)
    saved.withLock { $0 = (token, user) }
    return user
  }
}

@Suite struct SignInClientTests {
  private func sweep(savesTogether: Bool) async throws -> SweepReport {
    try await everyFault { network in
      network.stub(.post("/token"), with: .json(#""t0ken""#))
      network.stub(.get("/user"), with: .json(#""ada""#))
      let client = SignInClient(network, savesTogether: savesTogether)
      defer { expect(client.savedToken == nil).to(equal(client.savedUser == nil)) }
      return try await client.signIn()
    }.report()
  }

  @Test func aTokenThatIsSavedAfterACancellationIsFoundByTheFaults() async throws {
    let report = try await sweep(savesTogether: false)
    #expect(report.failures.contains { $0.repeating == "2:cancel-after-sending" })
    #expect(report.failures.allSatisfy { $0.message.contains("SignInClientTests.swift") })
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(savesTogether: true).failures == [])
  }
}
