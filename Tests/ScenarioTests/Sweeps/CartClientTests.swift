import Foundation
import Net
import NetTesting
import Synchronization
import Testing

/// Adds to a cart by reading and writing all of it, so that two additions at once lose one; its corrected twin adds on
/// the server.
private struct CartClient: Sendable {
  let network: any Networking
  let addsOnTheServer: Bool

  func add(_ item: String) async throws {
    if addsOnTheServer { return try await network.put("/cart/\(item)").void() }
    let cart = try await network.get("/cart").object(as: [String].self)
    try await network.put("/cart", body: cart + [item]).void()
  }
}

/// The server's side of the cart.
private final class Cart: Sendable {
  private let contents = Mutex(Set<String>())

  var items: [String] { contents.withLock { $0.sorted() } }

  func stub(_ network: SweepNetwork) {
    network.stub(.get("/cart")) { [self] _ in .json(.array(items.map { .string($0) })) }
    network.stub(.put("/cart")) { [self] request in
      let items = (try? JSONValue(parsing: request.body))?.array ?? []
      contents.withLock { $0 = Set(items.compactMap(\.string)) }
      return .status(204)
    }
    network.stub(.put("/cart/{item}")) { [self] request in
      contents.withLock { _ = $0.insert(request.url.lastPathComponent) }
      return .status(204)
    }
  }
}

@Suite struct CartClientTests {
  private func sweep(addsOnTheServer: Bool) async throws -> SweepReport {
    try await everyOrder { network in
      let cart = Cart()
      cart.stub(network)
      let client = CartClient(network: network, addsOnTheServer: addsOnTheServer)
      async let soup: Void = client.add("soup")
      async let bread: Void = client.add("bread")
      _ = try await (soup, bread)
      return cart.items
    }.report()
  }

  @Test func aLostUpdateIsFoundByTheOrders() async throws {
    let report = try await sweep(addsOnTheServer: false)
    #expect(
      report.failures.map(\.message) == [
        """
        The result differs: in the run without a change it returned ["bread"], but here it returned ["soup"].
        """
      ])
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(addsOnTheServer: true).failures == [])
  }
}
