import Net
import NetTesting
import Synchronization
import Testing

/// A search field that shows the response that arrives last, and its corrected twin.
private final class SearchModel: Sendable {
  private let network: any Networking
  private let ignoresOldResponses: Bool
  private let state = Mutex((text: "", shown: ""))

  init(_ network: any Networking, ignoresOldResponses: Bool) {
    self.network = network
    self.ignoresOldResponses = ignoresOldResponses
  }

  var shown: String { state.withLock { $0.shown } }

  func search(_ text: String) {
    state.withLock { $0.text = text }
    network.get("/search", parameters: ["q": text]).response(
      delivery: .inline, responseSerializer: .string
    ) { [self] response in
      guard let value = response.value else { return }
      state.withLock { state in
        if ignoresOldResponses, state.text != text { return }
        state.shown = value
      }
    }
  }
}

@Suite struct SearchClientTests {
  private func sweep(_ ignoresOldResponses: Bool) async throws -> SweepReport {
    try await everyOrder { network in
      network.stub(.get("/search")) { request in .text("results of \(request.query("q") ?? "")") }
      let model = SearchModel(network, ignoresOldResponses: ignoresOldResponses)
      model.search("s")
      model.search("so")
      await network.settle()
      expect(model.shown).to(equal("results of so"))
    }.report()
  }

  @Test func theSweepFindsAnOldResponseThatReplacesANewerOne() async throws {
    let report = try await sweep(false)
    #expect(report.failures.first?.message.contains("results of s") == true)
    #expect(report.grid?.signs.contains(.misuse) ?? !report.isPassed)
  }

  @Test func theCorrectedClientPasses() async throws { #expect(try await sweep(true).failures == []) }
}
