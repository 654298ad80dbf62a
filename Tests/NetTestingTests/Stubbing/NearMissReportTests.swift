import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct NearMissReportTests {
  private func report(_ request: RecordedRequest, _ stubs: [(RequestMatcher, StubCount, used: Int)]) -> String
  {
    var table = StubTable { "transport.stub(\($0), with: \($1))" }
    for (index, stub) in stubs.enumerated() {
      let place = SourcePlace(file: "/t/UserTests.swift", line: UInt(index + 1))
      var entry = Stub(stub.0, answers: [.response(.status(200))], count: stub.1, place: place)
      entry.used = stub.used
      table.add(entry)
    }
    return table.report(for: request)
  }

  @Test func aStubBelowOneThatForbidsTheRequestSaysSo() throws {
    let lines = report(
      try recorded(.get, "https://h/a"),
      [
        (.get("/a"), .always, used: 0), (.path("/a"), .times(2), used: 1), (.everything, .once, used: 1),
        (.get("/{x}"), .never, used: 0),
      ]
    ).split(separator: "\n").map(String.init)
    expectEqual(
      lines.dropFirst(2).dropLast(),
      [
        "  GET /{x} (UserTests.swift:4)", "    it must not be requested",
        "  every request (UserTests.swift:3)",
        "    already used 1 of 1", "  path /a (UserTests.swift:2)",
        "    a newer stub says that it must not be requested",
      ])
  }

  @Test func aHandshakeThatIsNoneIsReportedWithTheReason() throws {
    let upgrade: HTTPHeaders = ["Upgrade": "websocket"]
    let complete: HTTPHeaders = ["Upgrade": "websocket", "Connection": "Upgrade"]
    let rows: [(HTTPMethod, HTTPHeaders, String)] = [
      (.get, upgrade, "websocket without Connection: Upgrade"), (.post, complete, "websocket with POST"),
      (.get, ["Upgrade": "h2c", "Connection": "Upgrade"], "h2c"), (.get, [:], "none"),
    ]
    for (method, headers, words) in rows {
      let text = report(
        try recorded(method, "https://h/a", headers: headers), [(.webSocket("/a"), .always, used: 0)])
      #expect(text.contains("    upgrade: expected websocket, got \(words)\n"))
    }
  }

  @Test func aRequestIsComparedWithEachMatcherAndItsPartOnce() throws {
    let calls = Locked(0)
    let matcher = RequestMatcher("a large body") { _ in
      calls.update { $0 += 1 }
      return false
    }
    let text = report(try recorded(.get, "https://h/a"), [(matcher, .always, used: 0)])
    #expect(text.contains("a large body"))
    expectEqual(calls.value, 2)
  }

  @Test func aPairThatIsMissingTheSecondTimeIsReportedWithItsNumber() throws {
    let form: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"]
    let request = try recorded(.post, "https://h/a?tag=x", headers: form, body: "tag=x")
    let query = report(request, [(.query(contains: ["tag": "x", "tag": "x"]), .always, used: 0)])
    #expect(query.contains(#"    query tag: expected "x", 2 times, got "x"\#n"#))
    let fields = report(request, [(.form(contains: ["tag": "x", "tag": "x"]), .always, used: 0)])
    #expect(fields.contains(#"    form field tag: expected "x", 2 times, got "x"\#n"#))
  }

  @Test func onlyDifferingJSONPathsAreReported() throws {
    let matcher =
      RequestMatcher.post("/todos")
      && .json(
        equals: ["title": "Milk", "done": false, "tags": ["a", ["b c": 1]], "by": nil])
    let request = try recorded(
      .post, "https://h/todos",
      body: #"{"title": "Bread", "done": false, "tags": ["a", {"b c": 2}, 3], "at": 1}"#)
    let lines = report(request, [(matcher, .always, used: 0)]).split(separator: "\n").map(String.init)
    expectEqual(
      lines[3...].dropLast(),
      [
        "    JSON body at at: expected nothing, got 1",
        "    JSON body at by: expected null, got nothing",
        "    JSON body at tags[1][\"b c\"]: expected 1, got 2",
        "    JSON body at tags[2]: expected nothing, got 3",
        "    JSON body at title: expected \"Milk\", got \"Bread\"",
      ])
  }

  @Test func missingFieldsAndFlagsAreReported() throws {
    let request = try recorded(
      .post, "https://h/a?x=2", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "b=2&c")
    let stubs: [RequestMatcher] = [
      .post("/a?x=1&flag"), .post("/a") && .form(contains: ["a": "1"]),
      .post("/a") && .form(equals: ["a": "1"]),
    ]
    let lines = stubs.flatMap { stub in
      report(request, [(stub, .always, used: 0)]).split(separator: "\n").dropFirst(3).dropLast()
    }
    expectEqual(
      lines,
      [
        "    query x: expected \"1\", got \"2\"", "    query flag: expected without a value, got none",
        "    form field a: expected \"1\", got none", "    form: expected a=1, got b=2&c=",
      ])
  }

  @Test func atMostTenDifferencesAreReported() throws {
    let expected = JSONValue.array((0..<13).map { .integer($0) })
    let lines = report(
      try recorded(.post, "https://h", body: "[\((1..<14).map(String.init).joined(separator: ","))]"),
      [(.json(equals: expected), .always, used: 0)]
    ).split(separator: "\n").filter { $0.contains("JSON body") }
    expectEqual(lines.count, 11)
    expectEqual(lines.first, "    JSON body at [0]: expected 0, got 1")
    expectEqual(lines.last, "    JSON body: and 3 more differences")
  }

  @Test func longRequestsAndStubsAreCut() throws {
    let long = String(repeating: "a", count: 100_000)
    let text = report(
      try recorded(.post, "https://h/\(long)", body: long),
      [
        (.path("/\(long)b"), .always, used: 0), (.json(equals: [long: .string(long)]), .always, used: 0),
        (.body(equals: long + "b"), .always, used: 0),
      ])
    #expect(text.count < 20_000)
    #expect(text.contains("(100015 characters)"))
  }

  @Test func equivalentTextsOfHeadersQueriesAndFormsHaveEscapes() throws {
    let request = try recorded(
      .post, "https://h/a?q=e%CC%81",
      headers: ["Content-Type": "application/x-www-form-urlencoded", "X-A": "e\u{301}"], body: "f=e%CC%81")
    let letter = "\u{e9}"
    let matchers: [RequestMatcher] = [
      .header("X-A", equals: letter), .query(contains: ["q": letter]), .query(equals: ["q": letter]),
      .form(contains: ["f": letter]), .form(equals: ["f": letter]),
    ]
    let lines = matchers.map { matcher in
      report(request, [(matcher, .always, used: 0)]).split(separator: "\n").dropFirst(3).dropLast()
        .joined(separator: "\n").trimmingCharacters(in: .whitespaces)
    }
    expectEqual(
      lines,
      [
        #"header X-A: expected \u{e9}, got e\u{301}"#, #"query q: expected "\u{e9}", got "e\u{301}""#,
        #"query: expected q=\u{e9}, got q=e\u{301}"#, #"form field f: expected "\u{e9}", got "e\u{301}""#,
        #"form: expected f=\u{e9}, got f=e\u{301}"#,
      ])
  }

  @Test func invisibleCharactersOfAQueryHaveEscapes() throws {
    let request = try recorded(.get, "https://h/a?q=a%C2%A0b")
    #expect(
      report(request, [(.query(contains: ["q": "a b"]), .always, used: 0)])
        .contains(#"query q: expected "a b", got "a\u{a0}b""#))
  }

  @Test func aTrailingBlankOfAHeaderIsQuoted() throws {
    let request = try recorded(.get, "https://h/a", headers: ["X-A": "a "])
    #expect(
      report(request, [(.header("X-A", equals: "a"), .always, used: 0)])
        .contains(#"header X-A: expected "a", got "a ""#))
  }

  @Test func aBodyThatIsNotJSONIsQuoted() throws {
    let lines = report(
      try recorded(.post, "https://h", body: "{"), [(.json(contains: ["a": 1]), .always, used: 0)])
    #expect(lines.contains("    JSON body: expected {\"a\":1}, got {\n"))
  }

  @Test func withoutStubsTheReportSuggestsOne() throws {
    #expect(
      report(try recorded(.get, "https://h/a"), []) == """
        No stub answers GET https://h/a
        There are no stubs.
        To answer it: transport.stub(.get("https://h/a"), with: .json("{}"))
        """)
  }

  @Test func theThreeNearestStubsAreReported() throws {
    let request = try recorded(
      .get, "https://api.github.com/users/trentm?page=2", headers: ["Accept": "text/html"])
    #expect(
      report(
        request,
        [
          (.post("https://example.org/login"), .always, used: 0),
          (.post("/users/{username}"), .always, used: 0),
          (.get("/users/{username}") && .header("Accept", equals: "*/*"), .always, used: 0),
          (.get("/users/{username}?page=3"), .always, used: 0),
          (.get("/users/trentm"), .times(2), used: 2),
        ]) == """
          No stub answers GET https://api.github.com/users/trentm?page=2
          Nearest of 5:
            GET /users/trentm (UserTests.swift:5)
              already used 2 of 2
            GET /users/{username}?page=3 (UserTests.swift:4)
              query page: expected "3", got "2"
            GET /users/{username} and header Accept: */* (UserTests.swift:3)
              header Accept: expected */*, got text/html
          To answer it: transport.stub(.get("https://api.github.com/users/trentm?page=2"), with: .json("{}"))
          """)
  }

  @Test func everyDifferingPartIsReported() throws {
    let request = try recorded(.delete, "https://h/b", body: #"{"a":1}"#)
    #expect(
      report(request, [(.post("http://h/a") && .json(equals: ["a": 2]), .always, used: 0)]) == """
        No stub answers DELETE https://h/b
        Nearest of 1:
          POST http://h/a and JSON {"a":2} (UserTests.swift:1)
            method: expected POST, got DELETE
            scheme: expected http, got https
            port: expected 80, got 443
            path: expected /a, got /b
            JSON body at a: expected 2, got 1
        To answer it: transport.stub(.delete("https://h/b"), with: .json("{}"))
        """)
  }

  @Test func aCustomMethodIsSuggestedWithItsMatcher() throws {
    #expect(
      report(try recorded("PURGE", "https://h/a"), []).hasSuffix(
        #"transport.stub(.method("PURGE") && .uri("https://h/a"), with: .json("{}"))"#))
  }

  @Test func equallyNearStubsAreReportedNewestFirst() throws {
    let lines = report(
      try recorded(.get, "https://h/x"),
      [(.get("/a"), .always, used: 0), (.get("/b"), .always, used: 0)]
    ).split(separator: "\n").filter { $0.contains("UserTests") }
    expectEqual(lines, ["  GET /b (UserTests.swift:2)", "  GET /a (UserTests.swift:1)"])
  }

  @Test func aPatternIsNearerThanOtherPaths() throws {
    let others: [(RequestMatcher, StubCount, used: Int)] = ["/a", "/b", "/c"].map { (.get($0), .always, 0) }
    let matchers: [RequestMatcher] = [
      .pathMatching("/users/[0-9]+"), .get("/users/{id}") || .get("/members/{id}"), !.path("/users/12a"),
      RequestMatcher("a user") { $0.method == .put },
    ]
    for matcher in matchers {
      let text = report(try recorded(.get, "https://h/users/12a/x"), [(matcher, .always, used: 0)] + others)
      let isMet = try matcher.matches(recorded(.get, "https://h/users/12a/x"))
      let lines = text.split(separator: "\n").filter { $0.contains("UserTests") }
      #expect(isMet || lines.first == "  \(matcher) (UserTests.swift:1)", "\(text)")
    }
  }

  @Test func aPathThatIsNearlyTheSameIsNearerThanAPattern() throws {
    let lines = report(
      try recorded(.get, "https://h/users/12"),
      [(.get("/users/13"), .always, used: 0), (.pathMatching("/[a-z]+"), .always, used: 0)]
    ).split(separator: "\n").filter { $0.contains("UserTests") }
    expectEqual(lines.first, "  GET /users/13 (UserTests.swift:1)")
  }

  @Test func aPatternIsComparedWithTheDecodedPath() throws {
    let lines = report(
      try recorded(.get, "https://h/r/a%2Fb%20c"), [(.pathMatching("/r/[^/]+"), .always, used: 0)])
    #expect(lines.contains("path: expected a match of /r/[^/]+, got /r/a/b c (decoded)\n"))
  }

  @Test func secretsAreRedacted() throws {
    let request = try recorded(
      .post, "https://me:s3cret@h/a?token=s3cret&page=2",
      headers: [
        "Authorization": "Bearer s3cret", "Cookie": "a=s3cret",
        "Content-Type": "application/x-www-form-urlencoded",
      ], body: "password=s3cret&name=x")
    let text = report(
      request,
      [
        (
          .post("https://h/a?token=s3cret2") && .header("Authorization", equals: "Bearer s3cret3")
            && .header("cookie", equals: "s3cret4"), .always, used: 0
        ),
        (.query(contains: ["token": "s3cret5", "page": "3"]), .always, used: 0),
        (.query(equals: ["token": "s3cret6"]) && .form(equals: ["password": "s3cret7"]), .always, used: 0),
      ])
    #expect(!text.contains("s3cret"), "\(text)")
    #expect(text.contains("header Authorization: expected <redacted>, got another value, <redacted>"))
    #expect(text.contains("query page: expected \"3\", got \"2\""))
    let form = report(request, [(.form(contains: ["password": "s3cret8", "name": "y"]), .always, used: 0)])
    #expect(!form.contains("s3cret"), "\(form)")
    #expect(form.contains("form field name: expected \"y\", got \"x\""))
  }

  @Test func secretsInJSONAreRedacted() throws {
    let request = try recorded(
      .post, "https://h/a",
      body: #"{"user": {"name": "x", "password": "s3cret"}, "access_token": {"a": "s3cret"}}"#)
    let text = report(
      request,
      [
        (.json(contains: ["user": ["name": "y", "password": "s3cret2"]]), .always, used: 0),
        (.json(equals: ["access_token": ["a": "s3cret3"], "refresh_token": "s3cret4"]), .always, used: 0),
        (.body(equals: #"{"token": "s3cret5"}"#), .always, used: 0),
      ])
    #expect(!text.contains("s3cret"), "\(text)")
    for line in [
      #"JSON with {"user":{"name":"y","password":"<redacted>"}}"#,
      #"JSON body at user.name: expected "y", got "x""#,
      "JSON body at user.password: expected <redacted>, got another value, <redacted>",
      "JSON body at access_token.a: expected <redacted>, got another value, <redacted>",
      "JSON body at refresh_token: expected <redacted>, got nothing",
      #"JSON body at user: expected nothing, got {"name":"x","password":"<redacted>"}"#,
      #"body: expected {"token": "<redacted>"}, got {"user": {"name": "x", "password": "<redacted>"}, "#,
    ] { #expect(text.contains(line), "\(text)") }
  }

  @Test func secretsInMultipartPartsAreRedacted() throws {
    let body = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cret\r\n--b--\r\n"
    let request = try recorded(
      .post, "https://h/a", headers: ["Content-Type": "multipart/form-data; boundary=b"], body: body)
    let text = report(request, [(.multipart(part: "password", text: "s3cret2"), .always, used: 0)])
    #expect(!text.contains("s3cret"), "\(text)")
    #expect(
      text.contains(#"multipart: expected part "password", <redacted>, got part "password""#), "\(text)")
  }

  @Test func aMissingSecretIsReportedAsMissing() throws {
    let text = report(
      try recorded(.get, "https://h/a"), [(.header("Authorization", equals: "s3cret"), .always, used: 0)])
    #expect(text.contains("header Authorization: expected <redacted>, got none"))
  }
}
