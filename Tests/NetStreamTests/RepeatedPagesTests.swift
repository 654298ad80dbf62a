import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Pages that a closure requests once more.
@Suite struct RepeatedPagesTests {
  private struct Page: Codable, Sendable, Equatable {
    var items: [Int]
    var next: String?
  }

  private let network = NetworkingMock()

  private func stub(_ method: HTTPMethod = .get) {
    network.stub(.method(method), with: Page(items: [1], next: "b"))
  }

  /// At most five pages, because a circle has no end.
  private func pages(
    _ first: StreamRequest, next: @escaping @Sendable (Page, StreamRequest) -> StreamRequest?
  ) -> Recording<Page> {
    network.stream.pages(of: Page.self, first: first, next: next).take(5).record()
  }

  private func expectRepeated(_ pages: Recording<Page>, _ url: String, after count: Int = 1) {
    expectEqual(pages.values.count, count)
    expectEqual((pages.error as? NetworkError)?.reason, .invalidRequest(.repeatedPage(url)))
  }

  @Test func anUnchangedRequestFailsTheStream() {
    stub()
    expectRepeated(pages(network.stream.get("/items")) { _, last in last }, "/items")
  }

  @Test func aParameterThatIsNotAddedFailsTheStream() {
    stub()
    let pages = pages(network.stream.get("https://api.example.com/items")) { page, last in
      page.next.map { next in last.with { $0.parameters?["cursor"] = next } }
    }
    expectRepeated(pages, "https://api.example.com/items")
  }

  @Test func anEqualRequestThatIsCreatedAgainFailsTheStream() {
    stub()
    let stream = network.stream
    let pages = pages(stream.get("items", parameters: ["a": 1])) { _, _ in
      stream.get("items", parameters: ["a": 1])
    }
    expectRepeated(pages, "items")
  }

  @Test func aCursorThatComesBackFailsTheStream() {
    network.stub(
      .everything, withSequence: ["b", "c", "b"].map { Page(items: [], next: $0) }, then: .repeatingLast)
    let pages = pages(network.stream.get("/items")) { page, last in
      page.next.map { last.parameter("cursor", $0) }
    }
    expectRepeated(pages, "/items", after: 3)
  }

  @Test func anEqualBodyFailsTheStream() {
    stub(.post)
    let stream = network.stream
    let pages = pages(stream.post("/items", jsonObject: ["cursor": nil])) { _, _ in
      stream.post("/items", jsonObject: ["cursor": nil])
    }
    expectRepeated(pages, "/items")
  }

  @Test func conditionsOfTheFirstPageDoNotMakeItAnother() {
    stub()
    expectRepeated(
      pages(network.stream.get("/items").header("If-None-Match", "\"1\"")) { _, last in last }, "/items")
  }

  /// Requests that differ from the last in one part.
  private static let others: [@Sendable (String, StreamRequest) -> StreamRequest] = [
    { cursor, last in last.parameter("cursor", cursor) },
    { cursor, last in last.header("X-Cursor", cursor) },
    { cursor, last in last.with { $0.content = .json(["cursor": .string(cursor)]) } },
    { cursor, last in last.with { $0.url = "/items/\(cursor)" } },
    { _, last in last.with { $0.method = .query } },
  ]

  @Test(arguments: 0..<5) func aRequestWithAnotherPartIsAnotherPage(number: Int) {
    let change = Self.others[number]
    network.stub(.everything, withSequence: [Page(items: [1], next: "b"), Page(items: [2], next: nil)])
    let pages = pages(network.stream.post("/items")) { page, last in page.next.map { change($0, last) } }
    expectEqual(pages.values.map(\.items), [[1], [2]])
    expectTrue(pages.isCompleted)
  }

  @Test func urlsThatOnlySomeBasesMakeEqualAreOtherPages() {
    network.stub(.everything, with: Page(items: [], next: "b"))
    let urls = ["../items", "/items", "items"]
    let pages = pages(network.stream.get("/v1/items")) { [network] _, _ in
      let count = network.requests.count
      return count > urls.count ? nil : network.stream.get(urls[count - 1])
    }
    expectEqual(pages.values.count, 4)
    expectTrue(pages.isCompleted)
  }

  @Test func eachSubscriptionMayRequestThePagesAgain() {
    network.stub(.everything) {
      $0.query("cursor") == "b" ? Page(items: [2], next: nil) : Page(items: [1], next: "b")
    }
    let all = network.stream.pages(of: Page.self, first: network.stream.get("/items")) { page, last in
      page.next.map { last.parameter("cursor", $0) }
    }
    for _ in 0..<2 { expectEqual(all.record().values.map(\.items), [[1], [2]]) }
  }
}
