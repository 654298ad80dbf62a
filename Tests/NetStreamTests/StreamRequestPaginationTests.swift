import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import XCTest

final class StreamRequestPaginationTests: XCTestCase {
  private let url = "https://api.example.com/pages"

  /// A network with pages of one number each, linked by `Link` headers.
  private func network(last: Int, delivery: MockDelivery = .inline) -> NetworkingMock {
    let network = NetworkingMock(delivery: delivery)
    network.stub(.get("https://api.example.com/pages")) { request in
      let page = Int(request.url.query() ?? "") ?? 1
      let answer = StubResponse.json(.array([.integer(Int64(page))]))
      guard page < last else { return answer }
      return answer.header("Link", "</pages?\(page + 1)>; rel=\"next\", </pages?\(last)>; rel=\"last\"")
    }
    return network
  }

  func testPagesArriveInOrder() {
    let observed = network(last: 3).stream.get(url).pages(of: [Int].self).record(afterEach: self)
    XCTAssertEqual(observed.values, [[1], [2], [3]])
    XCTAssertTrue(observed.isCompleted)
  }

  func testASerializerConvertsThePages() {
    let observed = network(last: 2).stream.get(url).pages(serializer: .string).record(afterEach: self)
    XCTAssertEqual(observed.values, ["[1]", "[2]"])
  }

  func testAPageWithoutALinkIsTheLast() {
    let network = network(last: 1)
    network.stream.get(url).pages(of: [Int].self).subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.requestCallCount, 1)
  }

  func testPagesAreRequestedOnDemand() {
    let network = network(last: 3)
    let observed = network.stream.get(url).pages(of: [Int].self).take(1).record(afterEach: self)
    XCTAssertEqual(observed.values, [[1]])
    XCTAssertEqual(network.requestCallCount, 1)
  }

  func testCredentialsDroppedByARedirectAreNotRestored() {
    let transport = MockTransport()
    transport.stub(.get(url), with: .redirect(to: "https://other.example.com/1"))
    transport.stub(
      .get("https://other.example.com/1"), with: .json("[1]").header("Link", "</2>; rel=\"next\""))
    transport.stub(.get("https://other.example.com/2"), with: .json("[2]"))
    let request = NetworkSession(transport: transport).stream.get(url)
      .header(.authorization(bearerToken: "secret")).header("X-A", "1")
    let observed = request.pages(of: [Int].self).record(afterEach: self)
    XCTAssertEqual(observed.values, [[1], [2]])
    XCTAssertEqual(transport.requests.map { $0.headers["Authorization"] }, ["Bearer secret", nil, nil])
    XCTAssertEqual(transport.requests.map { $0.headers["X-A"] }, ["1", "1", nil])
  }

  func testEachSubscriptionStartsFromTheFirstPage() {
    let network = network(last: 2)
    let pages = network.stream.get(url).pages(of: [Int].self)
    XCTAssertEqual(network.requestCallCount, 0)
    for _ in 0..<2 { XCTAssertEqual(pages.record(afterEach: self).values, [[1], [2]]) }
    XCTAssertEqual(network.requestCallCount, 4)
  }

  func testOneRequestIsInFlightAtATime() {
    let network = network(last: 3, delivery: .held)
    network.stream.get(url).pages(of: [Int].self).subscribe().disposed(afterEach: self)
    for sent in 1...3 {
      XCTAssertEqual(network.requestCallCount, sent)
      XCTAssertEqual(network.pending.count, 1)
      network.pending.first?.complete()
    }
  }

  func testAThousandPagesDoNotOverflowASmallStack() async {
    let network = network(last: 1_000)
    let count = await onASmallStack { [url] in
      let count = Captured<Int>()
      _ = network.stream.get(url).pages(of: [Int].self).toArray().subscribe(onSuccess: { count.set($0.count) }
      )
      return count.value
    }
    XCTAssertEqual(count, 1_000)
  }

  func testDisposingCancelsThePageInFlight() {
    let network = network(last: 3, delivery: .held)
    let subscription = network.stream.get(url).pages(of: [Int].self).subscribe()
    network.pending.first?.complete()
    subscription.dispose()
    XCTAssertEqual(network.cancelCount, 1)
  }

  func testAFailedPageFailsTheStream() {
    let network = network(last: 3)
    network.stub(.uri("https://api.example.com/pages?2"), with: .status(500))
    let observed = network.stream.get(url).pages(of: [Int].self).record(afterEach: self)
    XCTAssertEqual(observed.values, [[1]])
    expect(observed.event).to(beFailure(with: NetworkError.Reason.validation(.statusCode(500))))
  }

  func testParametersAreSentWithTheFirstPageOnly() {
    let network = network(last: 2)
    // At most two pages, because a wrongly followed link could lead on forever.
    network.stream.get(url, parameters: ["per_page": 5]).pages(of: [Int].self).take(2).subscribe()
      .disposed(afterEach: self)
    XCTAssertEqual(network.requests.map(\.parameters.isEmpty), [false, true])
  }

  func testALinkOfAnotherResourceIsNotFollowed() {
    for anchor in ["#comments", "/other", "https://other.example.com/pages", "?1", "//[x"] {
      let network = network(first: "</pages?2>; rel=next; anchor=\"\(anchor)\"")
      let pages = network.stream.get(url).pages(of: [Int].self).record(afterEach: self)
      XCTAssertEqual(pages.values, [[1]], anchor)
      XCTAssertEqual(network.requestCallCount, 1)
    }
  }

  func testALinkOfAnotherRelationIsNotFollowed() {
    let network = network(first: "</pages?9>; rel=last, </pages?2>; rel=\"prefetch next\"")
    // At most two pages, because a wrongly followed link could lead on forever.
    let pages = network.stream.get(url).pages(of: [Int].self).take(2).record(afterEach: self)
    XCTAssertEqual(pages.values, [[1], [2]])
    let last = self.network(first: "</pages?2>; rel=prev, </pages?2>; rel=last")
    XCTAssertEqual(last.stream.get(url).pages(of: [Int].self).take(2).record(afterEach: self).values, [[1]])
  }

  func testALinkOfThePageItselfIsFollowed() {
    for anchor in ["", "/pages", "https://API.example.com:443/pages", "./pages"] {
      let network = network(
        first: "</x>; rel=next; anchor=\"#a\", </pages?2>; rel=next; anchor=\"\(anchor)\"")
      // At most two pages, because a wrongly followed link leads on forever.
      let pages = network.stream.get(url).pages(of: [Int].self).take(2).record(afterEach: self)
      XCTAssertEqual(pages.values, [[1], [2]], anchor)
    }
  }

  func testALinkThatIsNotAURLFailsTheStream() {
    for target in ["//[x", "https://api.example.com:99999/pages"] {
      let network = network(first: "<\(target)>; rel=next")
      let observed = network.stream.get(url).pages(of: [Int].self).record(afterEach: self)
      XCTAssertEqual(observed.values, [[1]])
      expect(observed.event).to(beFailure(with: NetworkError.Reason.invalidRequest(.url(target))))
      let description = observed.error.map { "\($0)" }
      XCTAssertEqual(description?.contains("UnusableTarget"), false, target)
    }
  }

  func testALinkBackFailsTheStream() {
    // The first page leads to the second, and that one to itself, to the first or to where the first was redirected.
    let circles = [
      "/pages?2": url + "?2", "?2": url + "?2", "https://api.example.com/pages": url,
      "/start": "https://api.example.com/start",
    ]
    for (target, again) in circles {
      let network = NetworkingMock(delivery: .inline)
      network.stub(.get("https://api.example.com/start"), with: .redirect(to: url))
      network.stub(.get(url)) { request in
        request.url.query() == "2"
          ? .json([2]).header("Link", "<\(target)>; rel=next")
          : .json([1]).header("Link", "</pages?2>; rel=next")
      }
      // At most five pages, because the circle has no end.
      let pages = network.stream.get("https://api.example.com/start").pages(of: [Int].self).take(5)
        .record(afterEach: self)
      XCTAssertEqual(pages.values, [[1], [2]], target)
      expect(pages.event).to(beFailure(with: NetworkError.Reason.invalidRequest(.repeatedPage(again))))
    }
  }

  func testALinkBackInAnotherSpellingFailsTheStream() {
    let targets = [
      "https://api.example.com/pages#more", "HTTPS://API.example.com/pages",
      "https://api.example.com:443/pages", "https://user@api.example.com/pages",
    ]
    for target in targets {
      let network = network(first: "<\(target)>; rel=next")
      let pages = network.stream.get(url).pages(of: [Int].self).take(5).record(afterEach: self)
      XCTAssertEqual(pages.values, [[1]], target)
      expect(pages.event).to(beFailure(with: NetworkError.Reason.invalidRequest(.repeatedPage(target))))
    }
  }

  /// RFC 3986 sections 6.2.2.1 and 6.2.2.2.
  func testALinkBackWithOtherEscapesFailsTheStream() {
    let circles = [
      (url, "/%70ages"), (url, "/%70%61%67%65%73"), (url + "?%C3%A9=1", "/pages?%c3%a9=1"),
      (url + "?p%61ge=1", "/pages?page=1"), (url + "/%7e", "/pages/~"), (url + "/%2fa", "/pages/%2Fa"),
    ]
    for (first, target) in circles {
      let network = NetworkingMock(delivery: .inline)
      network.stub(.everything, with: .json([1]).header("Link", "<\(target)>; rel=next"))
      let pages = network.stream.get(first).pages(of: [Int].self).take(5).record(afterEach: self)
      XCTAssertEqual(pages.values, [[1]], target)
      let again = "https://api.example.com" + target
      expect(pages.event).to(beFailure(with: NetworkError.Reason.invalidRequest(.repeatedPage(again))))
    }
  }

  func testALinkWithAnEscapedDelimiterIsAnotherPage() {
    let targets = [
      ("/a/b", "/a%2Fb"), ("/a?b=1", "/a%3Fb=1"), ("/a?b=c%26d=e", "/a?b=c&d=e"), ("/a+b", "/a%2Bb"),
    ]
    for (first, target) in targets {
      let network = NetworkingMock(delivery: .inline)
      network.stub(.everything) { request in
        request.url.absoluteString.hasSuffix(first)
          ? .json([1]).header("Link", "<\(target)>; rel=next") : .json([2])
      }
      let pages = network.stream.get("https://api.example.com" + first).pages(of: [Int].self).take(5)
        .record(afterEach: self)
      XCTAssertEqual(pages.values, [[1], [2]], target)
    }
  }

  func testALinkToTheFirstURLWithoutItsParametersIsAnotherPage() {
    let network = NetworkingMock(delivery: .inline)
    network.stub(.get(url)) { request in
      request.url.query() == "page=2" ? .json([2]).header("Link", "</pages>; rel=next") : .json([1])
    }
    let pages = network.stream.get(url, parameters: ["page": 2]).pages(of: [Int].self).record(afterEach: self)
    XCTAssertEqual(pages.values, [[2], [1]])
    XCTAssertTrue(pages.isCompleted)
  }

  func testALinkBackToAPageThatParametersDescribedFailsTheStream() {
    let network = NetworkingMock(delivery: .inline)
    network.stub(.get(url), with: .json([1]).header("Link", "</pages?q=a>; rel=next"))
    // At most five pages, because the circle has no end.
    let pages = network.stream.get(url, parameters: ["q": "a"]).pages(of: [Int].self).take(5)
      .record(afterEach: self)
    XCTAssertEqual(pages.values, [[1]])
    expect(pages.event)
      .to(beFailure(with: NetworkError.Reason.invalidRequest(.repeatedPage(url + "?q=a"))))
  }

  func testACustomRuleMayRequestAPageAgain() {
    let network = NetworkingMock(delivery: .inline)
    network.stub(.get(url), with: .json([1]))
    let pages = network.stream.get(url).pages(of: [Int].self, following: NextPage { _, request in request })
      .take(3).record(afterEach: self)
    XCTAssertEqual(pages.values, [[1], [1], [1]])
  }

  func testParametersInTheBodyAreSentWithEachPage() {
    let encodings: [any ParameterEncoding] = [.url, .json, .urlBody]
    for encoding in encodings {
      let bodies = self.bodies { $0.post(url, parameters: ["q": "a"], encoding: encoding) }
      XCTAssertEqual(bodies.count, 2)
      XCTAssertFalse(bodies[0].isEmpty)
      XCTAssertEqual(bodies[0], bodies[1])
    }
    let bodies = self.bodies { $0.post(url, parameters: ["q": "a"], encoder: .json) }
    XCTAssertEqual(bodies, Array(repeating: Data("{\"q\":\"a\"}".utf8), count: 2))
  }

  func testParametersInTheQueryOfAPostAreSentWithTheFirstPageOnly() throws {
    let transport = twoPages()
    let request = NetworkSession(transport: transport).stream
      .post(url, parameters: ["q": "a"], encoding: .rawBody(Data("b".utf8)))
    XCTAssertEqual(request.pages(of: [Int].self).record(afterEach: self).values, [[1], [2]])
    XCTAssertEqual(transport.requests.map { $0.url.query() }, ["q=a", "2"])
    XCTAssertEqual(transport.requests.map(\.body), Array(repeating: Data("b".utf8), count: 2))
  }

  private func bodies(_ request: (StreamNetwork) -> StreamRequest) -> [Data] {
    let transport = twoPages()
    let pages = request(NetworkSession(transport: transport).stream).pages(of: [Int].self)
    XCTAssertEqual(pages.record(afterEach: self).values, [[1], [2]])
    XCTAssertEqual(transport.requests.map { $0.url.query() }, [nil, "2"])
    return transport.requests.map(\.body)
  }

  private func twoPages() -> MockTransport {
    let transport = MockTransport()
    transport.stub(.everything) { request in
      request.url.query() == "2" ? .json([2]) : .json([1]).header("Link", "</pages?2>; rel=next")
    }
    return transport
  }

  /// A network whose first page has this `Link`.
  private func network(first link: String) -> NetworkingMock {
    let network = NetworkingMock()
    network.stub(.everything) { request in
      request.url.query() == "2" ? .json([2]) : .json([1]).header("Link", link)
    }
    return network
  }

  func testCredentialsStayWithinTheOrigin() {
    let network = network(last: 2)
    network.stream.get(url).header(.authorization(bearerToken: "t")).pages(of: [Int].self).subscribe()
      .disposed(afterEach: self)
    XCTAssertEqual(network.requests.map { $0.headers["Authorization"] }, ["Bearer t", "Bearer t"])
  }

  func testCredentialsAreNotSentToAnotherOrigin() {
    let network = NetworkingMock()
    network.stub(.everything, with: .json([2]))
    network.stub(
      .get(url), with: .json([1]).header("Link", "<https://elsewhere.example.com/pages>; rel=next"))
    network.stream.get(url).header(.authorization(bearerToken: "t")).header(
      "Accept", "text/json, application/json"
    )
    .pages(of: [Int].self, crossOrigin: .withoutCredentials).subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.requests.map { $0.transportRequest?.headers["Authorization"] }, ["Bearer t", nil])
    XCTAssertEqual(network.requests.last?.headers["Accept"], "text/json, application/json")
  }

  func testACustomNextPage() {
    let network = NetworkingMock()
    network.stub(.everything, withSequence: [Cursor(next: "b"), Cursor(next: nil)])
    network.stream.pages(of: Cursor.self, first: network.stream.get(url)) { page, request in
      page.next.map { next in request.with { $0.parameters = ["cursor": next] } }
    }
    .subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.requests.map { $0.parameters["cursor"] as? String }, [nil, "b"])
  }
}

private struct Cursor: Decodable, Sendable {
  var next: String?
}
