import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// The method and the content with which links to pages are followed.
@Suite struct PageMethodTests {
  private let transport = MockTransport()

  private var search: StreamRequest {
    NetworkSession(transport: transport).stream
      .post(
        "https://example.com/searches", parameters: ["q": "a"], encoding: .json, headers: ["X-Other": "kept"])
  }

  /// A search that redirects to the first of three pages.
  private func stub(_ status: Int) {
    transport.stub(.everything) { request in
      switch request.url.query() {
      case nil where request.url.path() == "/searches": .status(status).header("Location", "/results")
      case nil: .json("1").header("Link", "</results?2>; rel=next")
      case "2": .json("2").header("Link", "</results?3>; rel=next")
      default: .json("3")
      }
    }
  }

  @Test(arguments: [301, 302, 303])
  func pagesAfterARedirectToAGetAreRequestedWithGet(_ status: Int) {
    stub(status)
    expectEqual(search.pages(of: Int.self).record().values, [1, 2, 3])
    let pages = transport.requests.dropFirst()
    expectEqual(transport.requests.first?.method, .post)
    expectEqual(pages.map(\.method), [.get, .get, .get])
    expectEqual(pages.map(\.body), Array(repeating: Data(), count: 3))
    expectEqual(pages.map { $0.headers["Content-Type"] }, [nil, nil, nil])
    expectEqual(pages.map { $0.headers["X-Other"] }, ["kept", "kept", "kept"])
  }

  @Test(arguments: [307, 308])
  func pagesAfterAnotherRedirectKeepMethodAndContent(_ status: Int) {
    stub(status)
    expectEqual(search.pages(of: Int.self).record().values, [1, 2, 3])
    expectEqual(transport.requests.map(\.method), Array(repeating: .post, count: 4))
    expectEqual(transport.requests.map(\.body), Array(repeating: Data(#"{"q":"a"}"#.utf8), count: 4))
  }

  @Test func aFieldAboutContentStaysInPagesThatWereNotRedirected() {
    stub(303)
    let pages = NetworkSession(transport: transport).stream
      .get("https://example.com/results", headers: ["Content-Language": "en"]).pages(of: Int.self)
    expectEqual(pages.record().values, [1, 2, 3])
    expectEqual(transport.requests.map { $0.headers["Content-Language"] }, ["en", "en", "en"])
  }
}
