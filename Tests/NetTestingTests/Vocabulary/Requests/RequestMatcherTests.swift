import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct RequestMatcherTests {
  @Test(arguments: [
    (RequestMatcher.get("/a"), "GET"), (.head("/a"), "HEAD"), (.post("/a"), "POST"), (.put("/a"), "PUT"),
    (.patch("/a"), "PATCH"), (.delete("/a"), "DELETE"), (.options("/a"), "OPTIONS"),
  ])
  func aVerbMatchesMethodAndPath(matcher: RequestMatcher, method: String) throws {
    #expect(try matcher.matches(recorded(.init(rawValue: method), "https://h/a")))
    #expect(try !matcher.matches(recorded(.init(rawValue: method), "https://h/b")))
    #expect(try !matcher.matches(recorded("PURGE", "https://h/a")))
    expectEqual(matcher.description, "\(method) /a")
  }

  @Test func everythingMatchesAnyRequest() throws {
    #expect(try RequestMatcher.everything.matches(recorded("PURGE", "https://h")))
  }

  @Test func methodsAreCaseSensitive() throws {
    #expect(try !RequestMatcher.method("get").matches(recorded(.get, "https://h")))
  }

  @Test(arguments: [("x/y", true), ("a/b", true), ("a/b, x/y", true), ("a", false), ("X/Y", false)])
  func aHeaderMatchesOneOfItsValues(value: String, matches: Bool) throws {
    let request = try recorded(.get, "https://h", headers: ["accept": "a/b", "Accept": "x/y"])
    expectEqual(RequestMatcher.header("ACCEPT", equals: value).matches(request), matches)
  }

  @Test func aHeaderMatchesByPresence() throws {
    let request = try recorded(.get, "https://h", headers: ["X-A": ""])
    #expect(RequestMatcher.header("x-a").matches(request))
    #expect(!RequestMatcher.header("x-b").matches(request))
  }

  @Test func aBodyIsComparedByBytes() throws {
    let request = try recorded(.post, "https://h", body: "a=1")
    #expect(RequestMatcher.body(equals: "a=1").matches(request))
    #expect(RequestMatcher.body(equals: Data([0x61, 0x3d, 0x31])).matches(request))
    #expect(!RequestMatcher.body(equals: "a=2").matches(request))
  }

  @Test(arguments: [
    ("9007199254740993", 9_007_199_254_740_992.0 as JSONValue, false),
    ("9007199254740992", 9_007_199_254_740_992.0, true),
    ("9007199254740992.0", 9_007_199_254_740_993, false), ("1", 1.0, true), ("1.0", 1, true),
    ("1e2", 100, true),
    ("-0", 0.0, true), ("-0", 0, true), ("-0.0", 0, true), ("0", -0.0, true), ("-0e9", 0, true),
    ("1e300", 1, false), ("9223372036854775807", 9_223_372_036_854_775_808.0, false),
    ("0.1000000000000000055", 0.1, false), ("19.989999999999998976", 19.99, false),
    ("19.999999999999999999", 20, false), ("9007199254740993.0", 9_007_199_254_740_992, false),
    ("18446744073709551615", 18_446_744_073_709_551_616.0, false), ("1e-400", 0, false),
    ("0.10000000000000001", 0.1, true), ("3.2999999999999998", 3.3, true), ("100e-3", 0.1, true),
    ("0.000", 0, true), ("-1.50E+2", -150, true), ("1e300", 1e300, true),
    ("18446744073709552000", 0x1p64, true), ("18446744073709551616", 0x1p64, true),
    ("9223372036854775808", 0x1p63, true), ("9223372036854775809", 0x1p63, false),
    ("0.1000000000000000055511151231257827021181583404541015625", 0.1, true),
    ("0.0e-9223372036854775808", 0, true), ("10.0e-9223372036854775808", 0, false),
  ])
  func numbersAreComparedExactly(body: String, value: JSONValue, matches: Bool) throws {
    let request = try recorded(.post, "https://h", body: body)
    expectEqual(RequestMatcher.json(equals: value).matches(request), matches)
    expectEqual(RequestMatcher.json(contains: value).matches(request), matches)
  }

  @Test func numbersWithManyDigitsAreFoundBesideTexts() throws {
    let body = #"{"a":"0.1000000000000000055","\"1":[ 0.1000000000000000055 , true ],"e":-0.5}"#
    let request = try recorded(.post, "https://h", body: body)
    expectEqual(
      RequestMatcher.json(equals: ["a": "0.1000000000000000055", "\"1": [0.1, true], "e": -0.5])
        .criteria.first?.differences?(request),
      [
        #"JSON body at ["\"1"][0]: expected 0.1, got 0.1000000000000000055"#
      ])
  }

  /// The letter é as one code point, and as a letter with an accent.
  private static let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")

  @Test func textsAreComparedByCodePoints() throws {
    let (composed, decomposed) = (Self.composed, Self.decomposed)
    let query = try #require(decomposed.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let form = try recorded(
      .post, "https://h/\(query)?q=\(query)",
      headers: ["Content-Type": "application/x-www-form-urlencoded", "X-A": decomposed], body: "a=\(query)")
    let json = try recorded(.post, "https://h", body: "{\"a\": \"\(decomposed)\"}")
    let name = try recorded(.post, "https://h", body: "{\"\(decomposed)\": 1}")
    func check(_ request: RecordedRequest, _ matcher: (String) -> RequestMatcher, _ line: Int = #line) {
      #expect(matcher(decomposed).matches(request), "line \(line)")
      #expect(!matcher(composed).matches(request), "line \(line)")
    }
    check(form) { .query(contains: ["q": $0]) }
    check(form) { .query(equals: ["q": $0]) }
    check(form) { .form(contains: ["a": $0]) }
    check(form) { .form(equals: ["a": $0]) }
    check(form) { .header("X-A", equals: $0) }
    check(form) { .post("/\($0)") }
    check(json) { .json(equals: ["a": .string($0)]) }
    check(json) { .json(contains: ["a": .string($0)]) }
    check(name) { .json(equals: .object([$0: 1])) }
    check(name) { .json(contains: .object([$0: 1])) }
    let head = "Content-Disposition: form-data; name=\"\(decomposed)\"; filename=\"\(decomposed)\""
    let parts = try recorded(
      .post, "https://h", headers: ["Content-Type": "multipart/form-data; boundary=XX"],
      body: "--XX\r\n\(head)\r\n\r\n\r\n--XX--")
    check(parts) { .multipart(part: $0) }
    check(parts) { .multipart(part: decomposed, fileName: $0) }
  }

  @Test func equivalentNamesAndValuesMatchInAnyOrder() throws {
    let (composed, decomposed) = (Self.composed, Self.decomposed)
    let both = try [composed, decomposed].map { text in
      try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    }
    for texts in [both, both.reversed()] {
      let pairs = "\(texts[0])=1&\(texts[1])=1&a=\(texts[0])&a=\(texts[1])"
      let request = try recorded(
        .post, "https://h/?\(pairs)", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: pairs)
      #expect(
        RequestMatcher.query(equals: ["a": composed, "a": decomposed, composed: "1", decomposed: "1"])
          .matches(request))
      #expect(
        RequestMatcher.form(equals: ["a": composed, "a": decomposed, composed: "1", decomposed: "1"])
          .matches(request))
    }
  }

  @Test func jsonIsComparedByValue() throws {
    let request = try recorded(.post, "https://h", body: #"{ "b": [1, null], "a": "x" }"#)
    #expect(RequestMatcher.json(equals: ["a": "x", "b": [1, nil]]).matches(request))
    #expect(!RequestMatcher.json(equals: ["a": "x", "b": [nil, 1]]).matches(request))
    #expect(try !RequestMatcher.json(equals: nil).matches(recorded(.post, "https://h", body: "{")))
  }

  @Test(arguments: [
    (#"{"a": "x", "b": {"c": 1.0, "d": 2}}"#, true), (#"{"a": "x", "b": {"c": 1}}"#, true),
    (#"{"a": "x", "b": {"d": 2}}"#, false), (#"{"a": "x"}"#, false), ("[]", false), ("{", false),
  ])
  func jsonContainsMatchesTheNamedMembers(body: String, matches: Bool) throws {
    let matcher = RequestMatcher.json(contains: ["a": "x", "b": ["c": 1]])
    expectEqual(try matcher.matches(recorded(.post, "https://h", body: body)), matches)
  }

  @Test(arguments: [("[1, 2]", true), ("[1]", false), ("[1, 2, 3]", false), ("[2, 1]", false)])
  func arraysMatchElementByElement(body: String, matches: Bool) throws {
    expectEqual(
      try RequestMatcher.json(contains: [1, 2]).matches(recorded(.post, "https://h", body: body)), matches)
  }

  @Test(arguments: [
    ("a=1&b=x+y%26", true, true), ("b=x%20y%26&a=1", true, true), ("a=1&b=x+y%26&c", true, false),
    ("a=1&a=1&b=x+y%26", true, false), ("a=1", false, false), ("", false, false),
  ])
  func aFormMatchesItsFields(body: String, contains: Bool, equals: Bool) throws {
    let request = try recorded(
      .post, "https://h", headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"],
      body: body)
    expectEqual(RequestMatcher.form(contains: ["a": "1", "b": "x y&"]).matches(request), contains)
    expectEqual(RequestMatcher.form(equals: ["b": "x y&", "a": "1"]).matches(request), equals)
  }

  @Test func pairsMatchBeforeACombiningMark() throws {
    let pairs = "a=\u{301}&\u{301}b=+\u{301}"
    let request = try recorded(
      .post, "https://h/?a=%CC%81", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: pairs)
    #expect(RequestMatcher.form(equals: ["a": "\u{301}", "\u{301}b": " \u{301}"]).matches(request))
    #expect(RequestMatcher.uri("/?a=\u{301}").matches(request))
  }

  @Test func aFormMatcherRequiresTheContentType() throws {
    let request = try recorded(.post, "https://h", headers: ["Content-Type": "text/plain"], body: "a=1")
    #expect(!RequestMatcher.form(contains: ["a": "1"]).matches(request))
  }

  @Test(arguments: [
    ("/users/12", true), ("/users/12/repos", true), ("/users/a", false), ("/x/users/12", false),
    ("/users/1%32", true), ("", false),
  ])
  func aRegularExpressionMatchesTheWholePath(path: String, matches: Bool) throws {
    let matcher = RequestMatcher.pathMatching("/users/[0-9]+(/repos)?")
    expectEqual(try matcher.matches(recorded(.get, "https://h\(path)")), matches)
    let literal = RequestMatcher.pathMatching(#//users/[0-9]+(/repos)?/#)
    expectEqual(try literal.matches(recorded(.get, "https://h\(path)")), matches)
    expectEqual(literal.description, "path matching a regular expression")
  }

  @Test(arguments: [
    RequestMatcher.pathMatching("("), !.pathMatching("("), .pathMatching("(") || .everything,
    .everything && .pathMatching("("),
  ])
  func anInvalidRegularExpressionFailsTheTest(matcher: RequestMatcher) throws {
    #expect(try !matcher.matches(recorded(.get, "https://h/(")))
    let failures = CollectedFailures()
    let transport = failures.collect { MockTransport() }
    transport.stub(matcher, with: .status(200), line: 5)
    expectEqual(failures.lines, [5])
    expectEqual(failures.messages.first?.hasPrefix("\"(\" is not a regular expression: "), true)
  }

  @Test(arguments: [
    "/a/{x", "/a{", "/a}", "/a/{x}}", "https://h/{", "https://{h/a", "/a/{}", "/a/{b c}", "/a/{=b}",
    "/a/{b:0}",
    "/a?q={x", "?{", "/ä b/{x",
  ])
  func aMalformedTemplateFailsTheTest(template: String) throws {
    let matchers: [RequestMatcher] = [
      .uri(template), .get(template), .webSocket(template), !.uri(template), .everything || .uri(template),
    ]
    for matcher in matchers {
      #expect(try !matcher.matches(recorded(.get, "https://h/a")))
      let failures = CollectedFailures()
      let transport = failures.collect { MockTransport() }
      transport.stub(matcher, with: .status(200), line: 5)
      expectEqual(failures.lines, [5])
      expectEqual(failures.messages.first?.contains(" is not a URI template: "), true)
    }
  }

  @Test(arguments: [
    "/ä b|c/{x}", "/a/{x*}", "/a{/b,c*}{?page,sort}{&q}{#f}", "/a/{x:3}", "/a/%7B", "users/{user_name}",
    "/a/{b.c}",
    "https://{host}/a", "/a?q={x}",
  ])
  func aTemplateMayHaveAnyTextOutsideOfItsExpressions(template: String) {
    let failures = CollectedFailures()
    failures.collect { MockTransport() }.stub(.get(template), with: .status(200))
    expectTrue(failures.messages.isEmpty)
  }

  @Test(arguments: [
    ("q=a&p=2", true), ("p=2&q=a&r=3", true), ("q=a", false), ("q=a&p=", false), ("q=a&p", false),
  ])
  func queryContainsMatchesPairs(query: String, matches: Bool) throws {
    let matcher = RequestMatcher.query(contains: ["q": "a", "p": "2"])
    expectEqual(try matcher.matches(recorded(.get, "https://h/?\(query)")), matches)
  }

  @Test(arguments: [
    ("?p=2&q=a&q=b", true), ("?q=b&q=a&p=2", true), ("?q=a&p=2", false), ("?q=a&q=b&p=2&r", false),
    ("", false),
  ])
  func queryEqualsMatchesExactlyThePairs(query: String, matches: Bool) throws {
    let matcher = RequestMatcher.query(equals: ["q": "a", "q": "b", "p": "2"])
    expectEqual(try matcher.matches(recorded(.get, "https://h/\(query)")), matches)
  }

  @Test func aValueThatIsNotUTF8IsNotTheTextOfItsEscape() throws {
    let matcher = RequestMatcher.query(equals: ["a": "%FF"])
    #expect(try matcher.matches(recorded(.get, "https://h/?a=%25FF")))
    #expect(try !matcher.matches(recorded(.get, "https://h/?a=%FF")))
  }

  @Test func bytesThatAreNotUTF8EqualNoText() throws {
    let query = try recorded(.get, "https://h/?a=%FF&%FE=1")
    let replaced: [RequestMatcher] = [
      .query("a", equals: "\u{fffd}"), .query(equals: ["a": "\u{fffd}", "\u{fffd}": "1"]), .query("\u{fffd}"),
    ]
    #expect(replaced.allSatisfy { !$0.matches(query) })
    expectEqual(query.query("a"), "%FF")
    let type: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
    for body in [Data("a=%FF".utf8), Data([0x61, 0x3d, 0xff])] {
      var form = try recorded(.post, "https://h/")
      (form.headers, form.body) = (type, body)
      #expect(!RequestMatcher.form(contains: ["a": "\u{fffd}"]).matches(form))
      #expect(!RequestMatcher.form(equals: ["a": "\u{fffd}"]).matches(form))
    }
  }

  @Test func absentEmptyAndValuelessParametersDiffer() throws {
    let urls = ["https://h/", "https://h/?a=", "https://h/?a"]
    let matchers: [RequestMatcher] = [
      .query(equals: [:]), .query(equals: ["a": ""]), .query(equals: ["a": nil]),
    ]
    for (i, url) in urls.enumerated() {
      for (j, matcher) in matchers.enumerated() {
        expectEqual(try matcher.matches(recorded(.get, url)), i == j, "\(url) \(matcher)")
      }
    }
    #expect(try RequestMatcher.query("a").matches(recorded(.get, urls[2])))
    #expect(try !RequestMatcher.query("a").matches(recorded(.get, urls[0])))
  }

  @Test func aCustomMatcherCanBeCombined() throws {
    let long = RequestMatcher("a long URL") { $0.url.absoluteString.count > 20 }
    #expect(try (long && .method(.get)).matches(recorded(.get, "https://example.com/long")))
    #expect(try !(long && .method(.get)).matches(recorded(.get, "https://h")))
  }

  @Test func matchersCombineWithLogicalOperators() throws {
    let request = try recorded(.get, "https://h/a")
    let yes = RequestMatcher.method(.get)
    let no = RequestMatcher.method(.put)
    #expect((yes && yes).matches(request) && !(yes && no).matches(request) && !(no && yes).matches(request))
    #expect((yes || no).matches(request) && (no || yes).matches(request) && !(no || no).matches(request))
    #expect((!no).matches(request) && !(!yes).matches(request))
  }

  @Test func descriptionsKeepTheOperatorPrecedence() {
    let matcher: RequestMatcher = .get("/a") && (.header("X") || !.host("h")) && .query(contains: ["q": "1"])
    expectEqual(matcher.description, "GET /a and (header X or not (host h)) and query with q=1")
    expectEqual(matcher.criteria.map(\.part), ["method", "path", "request", "query q"])
  }

  @Test(arguments: [
    ("tag=a&tag=a&b", true), ("tag=a&tag=a&tag=a", true), ("tag=a&tag=b", false), ("tag=a", false),
  ])
  func aPairThatIsNamedTwiceMustOccurTwice(text: String, matches: Bool) throws {
    let query = RequestMatcher.query(contains: ["tag": "a", "tag": "a"])
    expectEqual(try query.matches(recorded(.get, "https://h/?\(text)")), matches)
    var form = try recorded(.post, "https://h", body: text)
    form.headers["Content-Type"] = "application/x-www-form-urlencoded"
    expectEqual(RequestMatcher.form(contains: ["tag": "a", "tag": "a"]).matches(form), matches)
  }
}
