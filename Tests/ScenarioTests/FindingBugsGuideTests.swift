import Foundation
import Net
import NetTesting
import Synchronization
import Testing

// snippet: client
struct Shop: Sendable {
  let network: any Networking

  func buy() async throws -> String {
    let cart = try await network.get("/cart").object(as: [String].self)
    do { return try await order(cart) } catch { return try await order(cart) }
  }

  private func order(_ cart: [String]) async throws -> String {
    try await network.post("/orders", parameters: ["items": cart.count]).response(.string).result.get()
  }
}
// snippet.end

private final class SearchField: Sendable {
  private let network: any Networking
  private let state = Mutex((text: "", shown: ""))

  init(network: any Networking) { self.network = network }

  var shown: String { state.withLock { $0.shown } }

  func search(_ text: String) {
    state.withLock { $0.text = text }
    network.get("/search", parameters: ["q": text]).response(
      delivery: .inline, responseSerializer: .string
    ) { [self] response in
      guard let value = response.value else { return }
      state.withLock { if $0.text == text { $0.shown = value } }
    }
  }
}

private enum CartError: Error { case unreadable }

private struct CartClient: Sendable {
  let network: any Networking

  private struct Cart: Decodable {
    struct Item: Decodable {
      var name: String
      var count: Int
    }

    var items: [Item]
  }

  func names() async throws -> [String] {
    let data = try await network.get("/cart").response(.data).result.get()
    guard let cart = try? JSONDecoder().decode(Cart.self, from: data) else { throw CartError.unreadable }
    return cart.items.map(\.name)
  }
}

/// The samples of the article "Find the bug you did not think of".
@Suite struct FindingBugsGuideTests {
  /// What the sweep of the guide reports.
  private func report() async throws -> SweepReport {
    try await everyFault(of: .standard) { network in
      network.stub(.get("/cart"), with: .json(["soup"]))
      network.stub(.post("/orders"), with: .text("order 1"))
      return try await Shop(network: network).buy()
    }.report(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
  }

  @Test func theFaultSweepOfTheGuideFails() async throws {
    await withKnownIssue {
      // snippet: faults
      try await everyFault(of: .standard) { network in
        network.stub(.get("/cart"), with: .json(["soup"]))
        network.stub(.post("/orders"), with: .text("order 1"))
        return try await Shop(network: network).buy()
      }.expect(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
      // snippet.end
    }
    #expect(try await report().grid?.signs.contains(.duplicate) == true)
  }

  @Test func oneRunIsRepeated() async throws {
    // snippet: repeat
    let report = try await everyFault(of: .standard, repeating: "2:status-500") { network in
      // snippet.end
      network.stub(.get("/cart"), with: .json(["soup"]))
      network.stub(.post("/orders"), with: .text("order 1"))
      return try await Shop(network: network).buy()
    }.report()
    #expect(report.failures.map(\.repeating) == ["2:status-500"])
  }

  @Test func everyOrderOfTheGuide() async throws {
    // snippet: orders
    try await everyOrder { network in
      network.stub(.get("/search")) { request in .text("results of \(request.query("q") ?? "")") }
      let field = SearchField(network: network)
      field.search("s")
      field.search("so")
      await network.settle()
      expect(field.shown).to(equal("results of so"))
    }.expect()
    // snippet.end
  }

  @Test func everyMutationOfTheGuide() async throws {
    // snippet: mutations
    let json = #"{"items": [{"name": "soup", "count": 2}]}"#
    try await everyMutation(of: .get("/cart"), with: .json(json)) { network in
      try await CartClient(network: network).names()
    }.expect(NetworkError.self, CartError.self)
    // snippet.end
  }

  /// With the environment variable `WRITE_PICTURES`, the test writes the picture.
  @Test func theGuideShowsThisGrid() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/NetTesting/NetTesting.docc/Resources").standardized
    let report = try await report()
    for (name, appearance) in [("faults", Trace.Appearance.light), ("faults~dark", .dark)] {
      let url = folder.appending(path: "\(name).svg")
      let grid = try #require(report.grid)
      let svg = grid.svg(title: "Faults at each request of a purchase", appearance: appearance)
      if ProcessInfo.processInfo.environment["WRITE_PICTURES"] != nil {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(svg.utf8).write(to: url)
      }
      #expect(try String(contentsOf: url, encoding: .utf8) == svg, "run this test with WRITE_PICTURES=1")
    }
  }
}
