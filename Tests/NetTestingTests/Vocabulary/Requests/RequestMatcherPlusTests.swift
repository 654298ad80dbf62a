import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A `+` in a query is a space in forms (WHATWG URL Standard, section 5.1) and a plus sign in URIs (RFC 3986).
@Suite struct RequestMatcherPlusTests {
  private func request(_ query: String) throws -> RecordedRequest {
    RecordedRequest(method: .get, url: try #require(URL(string: "https://h/s?\(query)")))
  }

  @Test(arguments: [
    ("q=a+b", "a b", true), ("q=a+b", "a+b", true), ("q=a%20b", "a b", true), ("q=a%2Bb", "a+b", true),
    ("q=a%2Bb", "a b", false), ("q=a%20b", "a+b", false), ("q=a+b%2Bc", "a b+c", true),
    ("q=a+b%2Bc", "a b c", false), ("q=ab", "a b", false), ("q=+", " ", true), ("q=%FF+", "\u{fffd} ", false),
  ])
  func eitherReadingOfAPlusMatches(query: String, value: String, matches: Bool) throws {
    let request = try request(query)
    expectEqual(RequestMatcher.query(contains: ["q": value]).matches(request), matches)
    expectEqual(RequestMatcher.query(equals: ["q": value]).matches(request), matches)
    #expect(!RequestMatcher.query(equals: ["q": value, "r": "1"]).matches(request))
  }

  @Test func aTemplateMatchesEitherReading() throws {
    let request = try request("a+b=c+d")
    for pair in ["a b=c d", "a+b=c+d", "a%20b=c%20d", "a b={value}"] {
      #expect(RequestMatcher.uri("/s?\(pair)").matches(request), "\(pair)")
    }
    #expect(!RequestMatcher.uri("/s?a%2Bb=c d").matches(try self.request("a%20b=c+d")))
    #expect(RequestMatcher.query("a b").matches(request))
    #expect(RequestMatcher.query("a+b").matches(request))
  }

  @Test func aPairIsNotTwoOfTheExpectedOnes() throws {
    let both = RequestMatcher.query(contains: ["q": "a b", "q": "a+b"])
    #expect(!both.matches(try request("q=a+b")))
    #expect(both.matches(try request("q=a+b&q=a+b")))
    #expect(both.matches(try request("q=a%2Bb&q=a+b")))
    #expect(!RequestMatcher.query(equals: ["q": "a b", "q": "a+b"]).matches(try request("q=a%20b&q=a%20b")))
  }

  @Test func theEncodingThatWritesPlusesMatches() async throws {
    let network = NetworkingMock()
    network.stub(.get("/s") && .query(contains: ["q": "a b"]), with: .text("found"))
    let encoding = URLEncoding(spaceEncoding: .plusReplaced)
    expectEqual(try await network.get("/s", parameters: ["q": "a b"], encoding: encoding).string(), "found")
  }

  @Test func theQueryOfARecordedRequestKeepsThePlus() throws {
    expectEqual(try request("q=a+b%20c").query("q"), "a+b c")
  }
}
