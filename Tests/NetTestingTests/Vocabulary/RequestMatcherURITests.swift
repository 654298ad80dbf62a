import Net
import NetTesting
import Testing

@Suite struct RequestMatcherURITests {
  @Test(arguments: ["http://[::1]:8080/a", "http://[::1]/a", "https://[2001:DB8::1]/{x}"])
  func anIPv6HostMatches(template: String) throws {
    let url = template.replacing("{x}", with: "b")
    #expect(try RequestMatcher.uri(template).matches(recorded(.get, url)))
    #expect(try !RequestMatcher.uri(template).matches(recorded(.get, "http://[::2]:8080/a")))
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
  ])
  func aURLDoesNotMatchAnotherTemplate(template: String, url: String) throws {
    #expect(!RequestMatcher.uri(template).matches(try recorded(.get, url)))
  }

  @Test(arguments: ["{", "}", "/{a", "?", "://", "https://", "/%zz", "{?a", "", "#", "/{+a}{b}{c}"])
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
    #expect(try matcher.matches(recorded(.get, "https://api.example.com/v1/users/a%7Eb")) == matches)
  }
}
