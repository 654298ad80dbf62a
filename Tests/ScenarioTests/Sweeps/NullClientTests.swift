import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Is sure that each user has a name, and its corrected twin.
private struct NullClient: Sendable {
  let network: any Networking
  let checks: Bool

  func name() async throws -> String {
    let user = try await network.get("/user").response(.json).result.get()
    guard let name = user["name"].string else {
      if checks { throw NetworkError(.serialization("a user without a name")) }
      preconditionFailure("every user has a name")
    }
    return name
  }

  static func sweep(checks: Bool) -> MutationSweep<String> {
    everyMutation(
      of: .get("/user"), with: .json(#"{"id": 7, "name": "Trent"}"#),
      in: { network in try await NullClient(network: network, checks: checks).name() })
  }
}

@Suite struct NullClientTests {
  #if os(macOS) || os(Linux) || os(Windows)
    @Test func aParserThatTrapsOnNullIsFoundByTheMutations() async throws {
      let result = await #expect(
        processExitsWith: .signal(Trap.endingSignal), observing: [\.standardErrorContent]
      ) {
        _ = try await NullClient.sweep(checks: false).report()
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains("1:body:null"))
    }
  #endif

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await NullClient.sweep(checks: true).report().failures == [])
  }
}
