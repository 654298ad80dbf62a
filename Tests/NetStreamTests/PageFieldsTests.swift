import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Header fields that are about one page, which the next one must not have.
@Suite struct PageFieldsTests {
  private let transport = MockTransport()
  private let url = "https://example.com/pages"
  private let fields: HTTPHeaders = [
    "If-None-Match": "\"1\"", "If-Modified-Since": "Thu, 01 Jan 2026 00:00:00 GMT", "If-Match": "\"1\"",
    "If-Unmodified-Since": "Thu, 01 Jan 2026 00:00:00 GMT", "If-Range": "\"1\"", "Range": "bytes=0-99",
    "Idempotency-Key": "k", "X-Other": "kept",
  ]

  init() {
    transport.stub(
      .get(url), withSequence: [.json("1").header("Link", "</pages?2>; rel=next"), .json("2")],
      then: .repeatingLast)
  }

  private var request: StreamRequest { NetworkSession(transport: transport).stream.get(url, headers: fields) }

  private func names(_ request: RecordedRequest?) -> [String] {
    fields.map(\.name).filter { request?.headers[$0] != nil }
  }

  @Test func conditionsAndRangeAreSentWithTheFirstPageOnly() {
    let got = request.pages(of: Int.self).record()
    expectEqual(got.values, [1, 2])
    expectEqual(names(transport.requests.first), fields.map(\.name))
    expectEqual(names(transport.requests.last), ["X-Other"])
  }

  @Test func aClosureThatOnlyChangesTheURLSendsThemOnce() {
    let network = NetworkSession(transport: transport).stream
    let got = network.pages(of: Int.self, first: request) { page, last in
      page == 1 ? last.with { $0.url = "https://example.com/pages?2" } : nil
    }.record()
    expectEqual(got.values, [1, 2])
    expectEqual(names(transport.requests.last), ["X-Other"])
  }

  @Test func aRuleMaySetThemForTheNextPage() {
    let rule = NextPage { head, request in
      guard head.headers["Link"] != nil else { return nil }
      return request.with { $0.headers.update(name: "Range", value: "bytes=100-199") }
    }
    let got = request.pages(of: Int.self, following: rule).record()
    expectEqual(got.values, [1, 2])
    expectEqual(transport.requests.last?.headers["Range"], "bytes=100-199")
    expectEqual(names(transport.requests.last), ["Range", "X-Other"])
  }

  /// `String` takes texts for equal that have different bytes, such as these.
  @Test func aValueThatOnlyLooksTheSameIsThatOfTheNextPage() {
    let rule = NextPage { head, request in
      guard head.headers["Link"] != nil else { return nil }
      return request.with { $0.headers.update(name: "Idempotency-Key", value: "e\u{301}") }
    }
    let first = request.with { $0.headers.update(name: "Idempotency-Key", value: "\u{e9}") }
    _ = first.pages(of: Int.self, following: rule).record()
    let sent = transport.requests.last?.headers["Idempotency-Key"]
    expectEqual(sent.map { Array($0.unicodeScalars) }, ["e", "\u{301}"])
  }

  /// A service does not know the name and password, and a link to another origin must not get them.
  @Test(arguments: ["/pages?2", "https://api.example.com/pages?2", "https://api.example.com.:443/pages?2"])
  func aLinkWithinTheOriginKeepsTheUserOfTheURL(link: String) {
    let transport = MockTransport()
    transport.stub(
      .everything,
      withSequence: [
        .json("1").header("Link", "<\(link)>; rel=next"),
        .json("2").header("Link", "<https://example.net/pages?3>; rel=next"), .json("3"),
      ])
    let network = NetworkSession(transport: transport)
    let got = network.stream.get("https://ada:secret@api.example.com/pages")
      .pages(of: Int.self, crossOrigin: .withoutCredentials).record()
    expectEqual(got.values, [1, 2, 3])
    expectEqual(transport.requests.map { $0.url.user() }, ["ada", "ada", nil])
    expectEqual(transport.requests.map { $0.url.password() }, ["secret", "secret", nil])
  }
}
