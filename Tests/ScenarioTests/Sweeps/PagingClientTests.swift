import Net
import NetTesting
import Testing

/// Follows the cursor of each page, and its corrected twin, which stops at a cursor that it has seen.
private struct PagingClient: Sendable {
  let network: any Networking
  let remembersCursors: Bool

  private struct Page: Decodable {
    var items: [String]
    var next: String?
  }

  func items() async throws -> [String] {
    var items: [String] = []
    var cursor: String? = "start"
    var seen: Set<String> = []
    while let current = cursor {
      if remembersCursors, !seen.insert(current).inserted { return items }
      let page = try await network.get("/items", parameters: ["cursor": current]).object(as: Page.self)
      items += page.items
      cursor = page.next
    }
    return items
  }
}

@Suite struct PagingClientTests {
  private func sweep(remembersCursors: Bool) async throws -> SweepReport {
    var limits = SweepLimits()
    limits.requests = 50
    return try await everyMutation(
      of: .get("/items"), with: .json(#"{"items": ["a"], "next": null}"#), limits: limits,
      in: { network in
        try await PagingClient(network: network, remembersCursors: remembersCursors).items()
      }
    ).report()
  }

  @Test func aPaginationThatNeverEndsIsFoundByTheMutations() async throws {
    let report = try await sweep(remembersCursors: false)
    #expect(report.failures.map(\.run) == [#"$.next "text", in the response to GET /items"#])
    #expect(report.failures.first?.message.contains("more than 50 requests") == true)
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(remembersCursors: true).failures == [])
  }
}
