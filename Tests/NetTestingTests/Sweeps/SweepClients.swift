import Foundation
import Net
import NetTesting

/// Small clients for tests of sweeps; each bug has a switch.
struct PaymentClient: Sendable {
  let network: any Networking
  var repeatsPost = false
  var mapsErrors = false

  enum Failure: Error { case unavailable }

  /// Pays, and returns the number of the receipt.
  func pay(_ amount: Int) async throws -> Int {
    do {
      return try await post(amount)
    } catch let error as NetworkError where repeatsPost && error.reason != .cancelled {
      return try await post(amount)
    } catch  where mapsErrors {
      throw Failure.unavailable
    }
  }

  private func post(_ amount: Int) async throws -> Int {
    let receipt = try await network.post("/payments", parameters: ["amount": amount]).json()
    guard let id = receipt["id"].int else { throw NetworkError(.serialization("there is no id")) }
    return id
  }

  static func stub(_ network: SweepNetwork) {
    network.stub(.post("/payments"), with: .json(#"{"id": 7}"#))
  }
}

/// A search as you type, with completion handlers.
final class SearchClient: Sendable {
  private let network: any Networking
  private let switches: Bool
  private let state = SharedLock((results: [String](), query: ""))

  init(_ network: any Networking, switches: Bool) {
    self.network = network
    self.switches = switches
  }

  var results: [String] { state.withLock { $0.results } }

  func type(_ query: String) {
    state.withLock { $0.query = query }
    _ = network.get("/search", parameters: ["q": query]).responseJSON { [self] response in
      state.withLock { state in
        if switches, state.query != query { return }
        state.results = [response.value?["hit"].string ?? "error"]
      }
    }
  }

  static func stub(_ network: SweepNetwork) {
    network.stub(.get("/search")) { request in .json(["hit": .string(request.query("q") ?? "")]) }
  }
}
