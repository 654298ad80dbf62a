import Net
import NetTesting
import Synchronization
import Testing

/// A list with pages that can be reloaded; a page that was asked for before a reload is appended after it.
///
/// Its corrected twin ignores pages of the list as it was.
private final class ReloadModel: Sendable {
  private struct Contents: Sendable {
    var items: [String] = []
    var page = 0
    var reloads = 0
  }

  private let network: any Networking
  private let ignoresOldPages: Bool
  private let contents = Mutex(Contents())

  init(_ network: any Networking, ignoresOldPages: Bool) {
    self.network = network
    self.ignoresOldPages = ignoresOldPages
  }

  var items: [String] { contents.withLock { $0.items } }

  func loadMore() { load(contents.withLock { ($0.page + 1, $0.reloads) }) }

  func reload() {
    load(
      contents.withLock { contents in
        contents = Contents(reloads: contents.reloads + 1)
        return (1, contents.reloads)
      })
  }

  private func load(_ wanted: (page: Int, reloads: Int)) {
    network.get("/items", parameters: ["page": wanted.page]).response(
      delivery: .inline, responseSerializer: .string
    ) { [self] response in
      guard let item = response.value else { return }
      contents.withLock { contents in
        if ignoresOldPages, contents.reloads != wanted.reloads { return }
        contents.items.append(item)
        contents.page = wanted.page
      }
    }
  }
}

@Suite struct ReloadClientTests {
  private func sweep(ignoresOldPages: Bool) async throws -> SweepReport {
    try await everyOrder { network in
      network.stub(.get("/items")) { request in .text("page \(request.query("page") ?? "")") }
      let model = ReloadModel(network, ignoresOldPages: ignoresOldPages)
      model.loadMore()
      await network.settle()
      model.loadMore()
      model.reload()
      await network.settle()
      return model.items
    }.report()
  }

  @Test func aPageOfTheOldListIsFoundByTheOrders() async throws {
    let report = try await sweep(ignoresOldPages: false)
    #expect(
      report.failures.map(\.message) == [
        """
        The result differs: in the run without a change it returned ["page 2", "page 1"], but here it returned \
        ["page 1", "page 2"].
        """
      ])
  }

  @Test func theCorrectedClientPasses() async throws {
    #expect(try await sweep(ignoresOldPages: true).failures == [])
  }
}
