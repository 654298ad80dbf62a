import Foundation
import Net
import NetTesting
import TestSupport
import Testing
import XCTest

@Suite struct CassetteDriftTests {
  private let transport = MockTransport()
  private var network: NetworkSession { NetworkSession(transport: transport) }

  private func entry(
    _ url: String, _ body: String, method: HTTPMethod = .get, status: Int = 200,
    type: String? = "application/json", headers: HTTPHeaders = [:], sent: String = ""
  ) throws -> Cassette.Entry {
    Cassette.Entry(
      startedAt: Date(timeIntervalSince1970: 0),
      request: RecordedRequest(
        method: method, url: try #require(URL(string: url)), headers: headers, body: Data(sent.utf8)),
      response: Cassette.Response(
        status: status, headers: type.map { ["Content-Type": $0] } ?? [:], body: Data(body.utf8)))
  }

  @Test func changedValuesOfTheSameTypeAreNotDrift() async throws {
    let cassette = Cassette(entries: [
      try entry("https://h/user", #"{"name": "Trent", "id": 1, "tags": ["a"], "email": null}"#)
    ])
    transport.stub(
      .get("/user"),
      with: .json(#"{"email": null, "name": "Mick", "id": 2.5, "tags": []}"#)
        .header("Content-Type", "Application/JSON; charset=utf-8"))
    let drift = await cassette.drift(against: network)
    expectTrue(drift.isNone)
    expectEqual("\(drift)", "1 request compared, no response has changed.")
  }

  @Test func namesOfOtherCodePointsAreOtherFields() async throws {
    let cassette = Cassette(entries: [
      try entry("https://h/a", "{\"caf\u{e9}\": 1, \"b\": {\"e\u{301}\": 1, \"\u{e9}\": \"\"}}")
    ])
    transport.stub(
      .get("/a"), with: .json("{\"cafe\u{301}\": 1, \"b\": {\"e\u{301}\": \"\", \"\u{e9}\": \"\"}}"))
    let drift = await cassette.drift(against: network)
    expectFalse(drift.isNone)
    expectEqual(
      drift.changes.map(\.differences),
      [
        [
          #"body at b.e\u{301}: was number, is string"#, #"body at cafe\u{301}: is new, number"#,
          #"body at caf\u{e9}: was number, is missing"#,
        ]
      ])
  }

  @Test func theTextNamesEachDifference() async throws {
    let cassette = Cassette(entries: [
      try entry(
        "https://h/items",
        #"{"items": [{"id": 1, "name": "a", "note": "x"}, {"id": 2, "name": "b"}], "next": "p2", "total": 2}"#
      ),
      try entry("https://h/user?token=s3cr3t", "{}"),
      try entry("https://h/gone", "{}"),
      try entry("https://h/page", "{}"),
      try entry("https://h/photo", "\u{1}\u{2}", type: "image/png"),
    ])
    transport.stub(
      .get("/items"),
      with: .json(
        #"{"items": [{"id": "1", "name": "a", "size": 3}, {"id": "2", "size": null}], "next": null, "a b": 1}"#
      ))
    transport.stub(.get("/gone"), with: .status(404))
    transport.stub(.get("/page"), with: .text("<html>").header("Content-Type", "text/html"))
    transport.stub(.get("/photo"), with: .data(Data([9, 9, 9])).header("Content-Type", "image/jpeg"))
    transport.stub(.get("/user?token=s3cr3t"), with: .failure(URLError(.timedOut)))
    let drift = await cassette.drift(against: network)
    expectFalse(drift.isNone)
    let reason = try #require(drift.unanswered.first?.reason)
    expectEqual(
      "\(drift)",
      """
      4 requests compared, 4 changed:
        GET https://h/items
          body at ["a b"]: is new, number
          body at items[].id: was number, is string
          body at items[].name: was always present, is missing in 1 of 2
          body at items[].size: is new, null or number
          body at next: was string, is null
          body at total: was number, is missing
        GET https://h/gone
          status: was 200, is 404
        GET https://h/page
          content type: was application/json, is text/html
          body: was JSON, is not JSON (6 bytes)
        GET https://h/photo
          content type: was image/png, is image/jpeg
      Did not respond:
        GET https://h/user?token=<redacted>: \(reason)
      """)
    #expect(reason.hasPrefix("the connection failed while connecting: "))
    #expect(!reason.contains("s3cr3t"))
  }

  @Test func binaryBodiesAreComparedByTypeOnly() async throws {
    var binary = try entry("https://h/photo", "", type: "image/png")
    binary.response?.body = Data([0xff, 0xd8, 0x00])
    transport.stub(.get("/photo"), with: .data(Data([1])).header("Content-Type", "image/png"))
    #expect(await Cassette(entries: [binary]).drift(against: network).isNone)
  }

  @Test func requestsThatAreNotSentAreReported() async throws {
    var missing = try entry("https://h/missing", "{}")
    missing.response = nil
    missing.failure = Cassette.Failure(text: "offline")
    let cassette = Cassette(entries: [
      try entry("https://h/login", "{}", method: .post, sent: "a=1"),
      try entry("https://h/user?token=%3Credacted%3E", "{}"),
      missing,
    ])
    let drift = await cassette.drift(against: network)
    expectFalse(drift.isNone)
    expectTrue(transport.requests.isEmpty)
    expectEqual(
      "\(drift)",
      """
      No request was compared.
      Not compared:
        POST https://h/login: POST may change the service; name it in `methods` to send it
        GET https://h/user?token=<redacted>: its URL or body was redacted; fill it in with `prepare`
        GET https://h/missing: the cassette has no response, only a failure
      """)
  }

  @Test func prepareReplacesPlaceholdersOfSecrets() async throws {
    let cassette = Cassette(entries: [
      try entry(
        "https://h/user?token=%3Credacted%3E", "{}", headers: ["Authorization": "<redacted>", "X-A": "1"]),
      try entry("https://h/left", "{}"),
    ])
    transport.stub(.get("/user?token=real"), with: .json("{}"))
    let drift = await cassette.drift(against: network) { request in
      guard request.url.path() == "/user" else { return nil }
      var request = request
      request.url = URL(string: "https://h/user?token=real") ?? request.url
      return request
    }
    expectEqual(drift.comparedCount, 1)
    expectEqual(drift.notCompared.map(\.reason), ["`prepare` returned nil for it"])
    let headers = try #require(transport.requests.first).headers
    expectNil(headers["Authorization"])
    expectEqual(headers["X-A"], "1")
  }

  @Test func aRequestThatWasRecordedTwiceIsSentOnce() async throws {
    let cassette = Cassette(entries: [
      try entry("https://h/job", #"{"state": "open"}"#, status: 202),
      try entry("https://h/job", #"{"state": "done", "result": 1}"#),
      try entry("https://h/job", #"{"state": "done"}"#),
    ])
    transport.stub(.get("/job"), with: .json(#"{"state": "done"}"#))
    let drift = await cassette.drift(against: network)
    expectTrue(drift.isNone)
    expectEqual(transport.requests.count, 1)
  }

  @Test func aRedactedValueMayHaveAnyType() async throws {
    let cassette = Cassette(entries: [try entry("https://h/a", #"{"token": "<redacted>"}"#)])
    transport.stub(.get("/a"), with: .json(#"{"token": 7}"#))
    #expect(await cassette.drift(against: network).isNone)
  }

  @Test func redirectsAreComparedAndNotFollowed() async throws {
    let cassette = Cassette(entries: [try entry("https://h/old", "", status: 301, type: nil)])
    transport.stub(.get("/old"), with: .redirect(to: "https://h/new", status: 301))
    #expect(await cassette.drift(against: network).isNone)
    expectEqual(transport.requests.count, 1)
  }

  @Test func aServiceThatIsDownIsNeitherDriftNorAgreement() async throws {
    let cassette = Cassette(entries: [try entry("https://h/a", "{}"), try entry("https://h/cut", "{}")])
    transport.stub(.get("/a"), with: .failure(URLError(.cannotConnectToHost)))
    transport.stub(.get("/cut"), with: .json("{}").fault(.close(after: .bodyBytes(1))))
    let drift = await cassette.drift(against: network)
    expectFalse(drift.isNone)
    expectEqual(drift.changes, [])
    expectEqual(drift.unanswered.map(\.request), ["GET https://h/a", "GET https://h/cut"])
    #expect("\(drift)".hasPrefix("No request was compared.\nDid not respond:\n  GET https://h/a: "))
  }

  /// The recorded and the current body, and the differences.
  static let shapes: [(String, String, [String])] = [
    ("[]", "[1]", []), ("[1, \"a\"]", "[2.5]", []), ("[]", "{}", ["body: was array, is object"]),
    ("[1]", "[null]", ["body at []: was number, is null"]), ("null", "null", []),
    ("null", "1", ["body: was null, is number"]), ("7", "8.25", []), ("1e400", "1", []),
    ("[[1], []]", "[[], [\"a\"]]", ["body at [][]: was number, is string"]),
    (#"{"a": 1, "b": null}"#, #"{"b": 2, "a": 1}"#, ["body at b: was null, is number"]),
    (#"[{"a": 1}, {"b": 1}]"#, #"[{"c": 1}]"#, ["body at [].c: is new, number"]),
    (#"[{"a": 1}]"#, #"[{"a": 1}, 5]"#, ["body at []: was object, is number or object"]),
    (#"{"a": {"b": {"c": [1]}}}"#, #"{"a": {"b": {"c": [true]}}}"#, ["body at a.b.c[]: was number, is bool"]),
    (#"{"a": {"b": 1}}"#, #"{"a": null}"#, ["body at a: was object, is null"]),
    (#"{"a": {"b": 1}}"#, #"{}"#, ["body at a: was object, is missing"]),
    (
      #"{"a.b": 1, "a": {"b": "x"}}"#, #"{"a.b": "1", "a": {"b": "x"}}"#,
      [#"body at ["a.b"]: was number, is string"#]
    ),
    (#"{"": 1}"#, #"{"": "1"}"#, [#"body at [""]: was number, is string"#]),
    (#"{"token": "<redacted>"}"#, #"{}"#, ["body at token: was a redacted value, is missing"]),
    (#"{"token": "x"}"#, #"{"token": 1}"#, ["body at token: was string, is number"]),
    (
      #"{"password": 1, "a": {"secret": 1}}"#, #"{}"#,
      [
        "body at a: was object, is missing", "body at password: was number, is missing",
      ]
    ),
    (#"{"a": "x"}"#, #"{"a": "<redacted>"}"#, []),
    (#"{"a": {"b": 1}}"#, #"{"a": "<redacted>"}"#, []),
    (#"{"a": 1}"#, #"{"a": 1"#, ["body: was JSON, is not JSON (7 bytes)"]),
    (#"{"a": 1"#, #"{"a": 1}"#, []), ("", "{}", []), ("{}", "", ["body: was JSON, is empty"]),
  ]

  @Test(arguments: shapes) func shapesAreCompared(_ old: String, _ new: String, _ differences: [String])
    async throws
  {
    transport.stub(.get("/a"), with: .json(new))
    let drift = await Cassette(entries: [try entry("https://h/a", old)]).drift(against: network)
    expectEqual(drift.changes.flatMap(\.differences), differences)
    expectEqual(drift.comparedCount, 1)
  }

  /// A cassette with a request of whose body only the first 20 bytes were recorded.
  private func cassetteOfALargeBody() async throws -> Cassette {
    let upstream = MockTransport()
    upstream.stub(.post("/notes"), with: .json("{}"))
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll, maximumBodySize: 20)
    _ = await NetworkSession(transport: recorder).post("https://h/notes", parameters: Self.note).response(
      .data)
    return Cassette(entries: recorder.recording)
  }

  private static let note = ["text": "more than is recorded"]

  @Test func aRequestWithAnIncompleteBodyIsNotSent() async throws {
    transport.stub(.post("/notes"), with: .json("{}"))
    let drift = try await cassetteOfALargeBody().drift(against: network, methods: [.post])
    expectTrue(transport.requests.isEmpty)
    expectEqual(
      drift.notCompared,
      [
        CassetteDrift.Omission(
          request: "POST https://h/notes",
          reason: "only the beginning of its body was recorded; fill it in with `prepare`")
      ])
  }

  @Test func anIncompleteBodyThatIsFilledInIsSent() async throws {
    transport.stub(.post("/notes"), with: .json("{}"))
    let cassette = try await cassetteOfALargeBody()
    let drift = await cassette.drift(against: network, methods: [.post]) { request in
      var request = request
      request.body = Data("whole".utf8)
      return request
    }
    expectTrue(drift.isNone)
    expectEqual(transport.requests.map(\.body), [Data("whole".utf8)])
  }

  @Test func aRecorded304IsNotCompared() async throws {
    let conditional = HTTPHeaders(["If-None-Match": "\"1\""])
    let cassette = Cassette(entries: [
      try entry("https://h/a", "", status: 304, type: nil, headers: conditional),
      try entry("https://h/b", "{}"), try entry("https://h/b", "", status: 304, headers: conditional),
    ])
    transport.stub(.get("/b"), with: .json("{}"))
    let drift = await cassette.drift(against: network)
    expectTrue(drift.isNone)
    expectEqual(
      drift.notCompared,
      [
        CassetteDrift.Omission(
          request: "GET https://h/a", reason: "the cassette has only a 304, and conditions are not sent")
      ])
  }

  @Test func anEmptyCassetteHasNothingToCompare() async {
    let drift = await Cassette().drift(against: network)
    expectFalse(drift.isNone)
    expectEqual("\(drift)", "No request was compared.")
  }
}

final class CassetteDriftXCTests: XCTestCase {
  func testACassetteIsComparedWithAMock() async throws {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/user"), with: StubResponse.json("[]"))
    let url = try XCTUnwrap(URL(string: "https://mock.invalid/user"))
    let cassette = Cassette(entries: [
      Cassette.Entry(
        startedAt: Date(), request: RecordedRequest(method: .get, url: url),
        response: Cassette.Response(
          status: 200, headers: ["Content-Type": "application/json"], body: Data("{}".utf8)))
    ])
    let drift = await cassette.drift(against: network)
    XCTAssertEqual(drift.changes.flatMap(\.differences), ["body: was object, is array"])
  }
}
