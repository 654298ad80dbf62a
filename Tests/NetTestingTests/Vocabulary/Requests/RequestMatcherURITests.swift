import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct RequestMatcherURITests {
  @Test(arguments: ["http://[::1]:8080/a", "http://[::1]/a", "https://[2001:DB8::1]/{x}"])
  func anIPv6HostMatches(template: String) throws {
    let url = template.replacing("{x}", with: "b")
    #expect(try RequestMatcher.uri(template).matches(recorded(.get, url)))
    #expect(try !RequestMatcher.uri(template).matches(recorded(.get, "http://[::2]:8080/a")))
  }

  @Test(arguments: [
    "https://h/users/1?page=2", "https://h", "https://ada:secret@h/a#part",
    "https://b\u{FC}cher.example/stra\u{DF}e",
    "https://h/a+b?q=c+d", "/a",
  ])
  func aURLIsMatchedAsItIs(text: String) throws {
    let url = try text.asURL()
    let sent = url.absoluteString
    #expect(
      try RequestMatcher.uri(url).matches(recorded(.get, sent.hasPrefix("/") ? "https://h" + sent : sent)))
    let other = try recorded(.get, "https://h/other/path")
    #expect(!RequestMatcher.uri(url).matches(other) || text == "https://h")
  }

  @Test(arguments: [
    ("https://h{/path*}", "https://h/a/b"), ("https://h{/a}", "https://h/x"), ("https://h{/a}", "https://h"),
    ("https://h{/a}/b", "https://h/x/b"), ("https://{sub}.h{/a}", "https://s.h/x"),
    ("https://h:{port}/a", "https://h:8443/a"), ("https://h:{port}/a", "https://h/a"),
    ("{scheme}://h/a", "https://h/a"), ("https://h:8080{/a}", "https://h:8080/x"),
  ])
  func anExpressionMayFollowTheHost(template: String, url: String) throws {
    #expect(try RequestMatcher.uri(template).matches(recorded(.get, url)))
    #expect(try !RequestMatcher.uri(template).matches(recorded(.get, "https://other/x/y/z")))
  }

  @Test func anExpressionAfterTheHostCapturesByName() throws {
    let matcher = RequestMatcher.uri("https://h{/owner}/repos")
    expectEqual(matcher.captures(of: try recorded(.get, "https://h/ada/repos")), ["owner": "ada"])
  }

  @Test func aQueryPairIsMatchedByNameAndValue() throws {
    let matcher = RequestMatcher.query("q", equals: "a b")
    #expect(try matcher.matches(recorded(.get, "https://h/?x=1&q=a%20b")))
    #expect(try !matcher.matches(recorded(.get, "https://h/?q=a")))
  }

  @Test func aURLIsNotATemplate() throws {
    let url = try #require(URL(string: "https://h/users/%7Bid%7D"))
    let components = try #require(URLComponents(string: "https://h/users/%7Bid%7D"))
    for matcher in [RequestMatcher.get(url), .get(components), .uri(url)] {
      #expect(try matcher.matches(recorded(.get, "https://h/users/%7Bid%7D")))
      #expect(try !matcher.matches(recorded(.get, "https://h/users/1")))
    }
  }

  @Test func everyVerbTakesAURL() throws {
    let url = try #require(URL(string: "https://h/a"))
    let matchers: [(HTTPMethod, RequestMatcher)] = [
      (.get, .get(url)), (.head, .head(url)), (.post, .post(url)), (.put, .put(url)), (.patch, .patch(url)),
      (.delete, .delete(url)), (.options, .options(url)),
    ]
    for (method, matcher) in matchers { #expect(try matcher.matches(recorded(method, "https://h/a"))) }
  }

  @Test func anAddressWithoutAURLMatchesNothing() throws {
    struct Nowhere: URLConvertible {
      func asURL() throws -> URL { throw InvalidRequest.url("nowhere") }
    }
    for matcher in [RequestMatcher.get(Nowhere()), .webSocket(Nowhere())] {
      expectEqual(matcher.misuse?.description.contains("Nowhere"), true)
      #expect(try !matcher.matches(recorded(.get, "https://h/a")))
    }
  }

  @Test(arguments: [
    ("https://api.github.com/users/{username}", "https://api.github.com/users/trentm"),
    ("https://api.github.com/users/{username}", "https://api.github.com/users/trent.m"),
    ("https://api.github.com/users/{username}", "HTTPS://API.GitHub.com:443/users/trentm"),
    ("https://api.github.com/users/{username}", "https://api.github.com/users/a%2Fb"),
    ("https://api.github.com/users/{username}", "https://api.github.com/users/trentm?page=2"),
    ("https://mockurl", "https://mockurl"), ("https://mockurl", "https://mockurl/"),
    ("https://mockurl/", "https://mockurl"), ("http://localhost:8080/a", "http://localhost:8080/a"),
    ("https://{sub}.example.com/", "https://api.example.com/"),
    ("/users/{u}", "http://any.host:81/users/trentm"), ("/users/{u}.json", "https://h/users/a.b.json"),
    ("/users/{u}/repos/{r}", "https://h/users/a/repos/b"), ("users/{u}", "https://h/api/v1/users/trentm"),
    ("/files/{+path}", "https://h/files/a/b/c"), ("/~a/ü", "https://h/%7Ea/%C3%BC"),
    ("/a?x=1&y=2", "https://h/a?y=2&x=1"), ("/a?x=1", "https://h/a?z=3&x=1"), ("/a?x={x}", "https://h/a?x="),
    ("/a?flag", "https://h/a?flag"), ("/a?q=a%20b", "https://h/a?q=a%20b"),
    ("/a{?page,sort}", "https://h/a"), ("/a{?page,sort}", "https://h/a?page=1"),
    ("/a?x=1{&page}", "https://h/a?x=1"), ("/a#part", "https://h/a"),
    ("/a?f=%7B%22id%22%3A1%7D", "https://h/a?f=%7B%22id%22%3A1%7D"),
    ("/a?x={a}&x=1", "https://h/a?x=1&x=2"), ("/a?x={a}&x=1", "https://h/a?x=2&x=1"),
    // Both begin with a mark that makes one character of it and what is before it.
    ("/emoji/\u{1F3FD}", "https://h/emoji/%F0%9F%8F%BD"), ("http://h/\u{1F3FD}", "http://h/%F0%9F%8F%BD"),
    ("/a/\u{301}b", "https://h/a/%CC%81b"), ("/files/{name}\u{301}x", "https://h/files/a%CC%81x"),
    ("/{a}\u{301}{?b}", "https://h/a%CC%81"), ("/%ff/%c3%a9", "https://h/%FF/%C3%A9"),
    ("/a?x=%ff&%Fe={y}", "https://h/a?%fe=%FD&x=%FF"),
  ])
  func aURLMatchesItsTemplate(template: String, url: String) throws {
    #expect(RequestMatcher.uri(template).matches(try recorded(.get, url)))
  }

  @Test(arguments: [
    ("https://api.github.com/users/{username}", "https://api.github.com/users/a/b"),
    ("https://api.github.com/users/{username}", "https://api.github.com/users/"),
    ("https://api.github.com/users/{username}", "https://api.github.com/users"),
    ("https://api.github.com/users/{username}", "http://api.github.com/users/a"),
    ("https://api.github.com/users/{username}", "https://api.github.com:444/users/a"),
    ("https://api.github.com/users/{username}", "https://github.com/users/a"),
    ("/users/{u}", "https://h/v1/users/a"), ("users/{u}", "https://h/myusers/a"), ("/a", "https://h/a/"),
    ("/a?x=1", "https://h/a"), ("/a?x=1", "https://h/a?x=2"), ("/a?flag", "https://h/a?flag="),
    ("/a?flag=", "https://h/a?flag"), ("/a?x={x}", "https://h/a?x"), ("/A", "https://h/a"),
    ("/a?x=1&x=2", "https://h/a?x=1"), ("/a?x=1&x=1", "https://h/a?x=1"),
    ("/a?x={a}&x={b}", "https://h/a?x=1"), ("/a?x={a}&x=1", "https://h/a?x=1"),
    ("/a?f=%7B%22id%22%3A1%7D", "https://h/a?f=%7B%22id%22%3A2%7D"), ("/a?f=%7Bx%7D", "https://h/a?f=y"),
    ("/%FF", "https://h/%25FF"), ("/%25FF", "https://h/%FF"), ("/a?x=%FF", "https://h/a?x=%25FF"),
    ("/a?x=%FF", "https://h/a?x=%FE"), ("/a?x=%FF", "https://h/a?x=%EF%BF%BD"), ("/a?%FF", "https://h/a?%FE"),
    ("/a?x=%FF{y}", "https://h/a?x=%FE"),
    ("http://h:+80/a", "http://h/a"),
  ])
  func aURLDoesNotMatchAnotherTemplate(template: String, url: String) throws {
    #expect(!RequestMatcher.uri(template).matches(try recorded(.get, url)))
  }

  @Test(arguments: [
    ("bücher.example", "xn--bcher-kva.example"), ("xn--bcher-kva.example", "BÜCHER.example"),
    ("h.example.", "H.example"), ("[2001:db8:0::1]", "[2001:DB8::1]"), ("127.1", "127.0.0.1"),
  ])
  func everySpellingOfAHostMatches(host: String, requested: String) throws {
    let request = try recorded(.get, "https://\(requested)/a")
    #expect(RequestMatcher.host(host).matches(request))
    #expect(RequestMatcher.uri("https://\(host)/{x}").matches(request))
    #expect(!RequestMatcher.host("other.example").matches(request))
  }

  /// Templates of RFC 6570, with a URL that each can expand to, and one that it cannot.
  @Test(arguments: [
    ("/users{/id}", "/users/5", "/users5"), ("/users{/id}", "/users", "/users/"),
    ("/starred{/owner,repo}", "/starred/a/b", "/starred/a/b/c"),
    ("/starred{/owner,repo}", "/starred/a", "/starreda"),
    ("/a{/path*}/z", "/a/b/c/z", "/ab/z"), ("/a{/path*}", "/a", "/ab"), ("/a{.ext}", "/a.json", "/ajson"),
    ("/a{.ext}", "/a", "/a.b/c"), ("/a/{id:3}", "/a/%C3%BCbc", "/a/abcd"),
    ("/a/{id:1}", "/a/%C3%BC", "/a/%C3%BCb"), ("/a/{x,y}", "/a/1,2", "/a/1/2"),
    ("/a/{x,y}/b", "/a/1/b", "/a//b"), ("/a/{list*}", "/a/1,2", "/a/1/2"),
    ("/a{;x,y}", "/a;x=1;y=2", "/a;z=1"),
    ("/a{;x}", "/a;x", "/a;xy"), ("/a{;x*}", "/a;p=1;q=2", "/ab"), ("/a/{+p,q}/z", "/a/b/c,d/z", "/a/b/c"),
    ("/a{#part}", "/a", "/ab"), ("/a{?x}{&y}{#part}", "/a?y=1", "/a/b"),
    ("/a{/id}{?x}", "/a/5?x=1", "/a5?x=1"),
    ("/a{/id:2}", "/a/bc", "/a/bcd"), ("a{/id}", "/v1/a/5", "/v1/a5"),
  ])
  func everyOperatorMatchesItsExpansions(template: String, matching: String, other: String) throws {
    #expect(RequestMatcher.uri(template).matches(try recorded(.get, "https://h\(matching)")))
    #expect(!RequestMatcher.uri(template).matches(try recorded(.get, "https://h\(other)")))
  }

  @Test(arguments: [("/a?x=u{v}", "/a?x=u/1"), ("/a?x=u{v}", "/a?x=u"), ("/a?x=u{v}", "/a?x=u%2F1%2F")])
  func aVariableInAQueryValueMatchesAnyText(template: String, url: String) throws {
    #expect(RequestMatcher.uri(template).matches(try recorded(.get, "https://h\(url)")))
    #expect(!RequestMatcher.uri(template).matches(try recorded(.get, "https://h/a?x=v")))
  }

  @Test(arguments: [
    ("/users{/id}", "/users/5", ["id": "5"]), ("/a/{id:3}", "/a/abc", ["id": "abc"]),
    ("/users{/id}", "/users", [:]),
    ("/a{/path*}", "/a/b/c%20d", ["path": "b/c d"]), ("/a{.ext}", "/a.json", ["ext": "json"]),
    ("/a/{x,y}", "/a/1,2", ["x": "1", "y": "2"]),
  ])
  func everyOperatorCapturesByName(template: String, url: String, captures: [String: String]) throws {
    expectEqual(RequestMatcher.uri(template).captures(of: try recorded(.get, "https://h\(url)")), captures)
  }

  @Test(arguments: [
    "{", "}", "/{a", "?", "://", "https://", "/%zz", "{?a", "", "#", "/{+a}{b}{c}", "/{}", "/{/}", "/{,}",
    "/{a:}", "/{a:99999999999999999999}", "/{a,}", "{?}{#}{+}",
  ])
  func anyTextIsAcceptedAsATemplate(template: String) throws {
    _ = RequestMatcher.uri(template).matches(try recorded(.get, "https://h/a?b=c"))
  }

  @Test(arguments: [
    (RequestMatcher.scheme("HTTPS"), true), (.scheme("http"), false), (.host("API.example.com"), true),
    (.host("example.com"), false), (.port(443), true), (.port(80), false), (.path("/v1/users/a~b"), true),
    (.path("/v1/users"), false), (.pathPrefix("/v1/"), true), (.pathPrefix("/v2/"), false),
    (.pathSuffix("a~b"), true), (.pathSuffix(".png"), false),
  ])
  func aMatcherForAURLPartComparesOnlyThatPart(matcher: RequestMatcher, matches: Bool) throws {
    expectEqual(try matcher.matches(recorded(.get, "https://api.example.com/v1/users/a%7Eb")), matches)
  }

  @Test(arguments: [("2F", false), ("F", false), ("%2F", true), ("b/", false), ("", true)])
  func theEndOfAPathIsNotPartOfAnEscape(suffix: String, matches: Bool) throws {
    expectEqual(try RequestMatcher.pathSuffix(suffix).matches(recorded(.get, "https://h/b%2F")), matches)
  }

  @Test func aPathThatIsNotUTF8IsNotEmpty() throws {
    let request = try recorded(.get, "https://h/%FF")
    expectFalse(RequestMatcher.pathMatching("/").matches(request))
    expectTrue(RequestMatcher.pathMatching("/\u{fffd}").matches(request))
  }
}
