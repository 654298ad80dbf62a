import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Reports on requests with large bodies take little longer than reading them, and say as much as those on small ones.
@Suite struct LargeBodyReportTests {
  private static let items = (0..<4_000).map { number -> JSONValue in
    ["id": .integer(Int64(number)), "name": .string("name \(number)"), "tags": ["a", "b"]]
  }

  private static func changed(_ change: (Int, inout JSONObject) -> Void) -> JSONValue {
    .array(
      items.enumerated().map { index, item in
        guard case .object(var object) = item else { return item }
        change(index, &object)
        return .object(object)
      })
  }

  private func request(_ body: Data) throws -> RecordedRequest {
    RecordedRequest(method: .post, url: try #require(URL(string: "https://h/x")), body: body)
  }

  private func report(_ request: RecordedRequest, _ matcher: RequestMatcher) -> String {
    var table = StubTable { "stub(\($0), with: \($1))" }
    let place = SourcePlace(file: "/t/T.swift", line: 1)
    table.add(Stub(matcher, answers: [.response(.status(200))], count: .always, place: place))
    return table.report(for: request)
  }

  @Test(.heavy) func theWorkIsSmallComparedWithReadingTheBody() throws {
    let body = try JSONValue.array(Self.items).data()
    let reading = processorTime { _ = try? JSONValue(parsing: body) }
    let others = Self.changed { _, item in item["id"] = 0 }
    let matchers: [() throws -> RequestMatcher] = [
      { .json(equals: others) }, { .json(contains: others) }, { .json(equals: ["a": 1]) },
      { .body(equals: try others.data()) }, { .form(equals: ["a": "b"]) },
    ]
    for matcher in matchers {
      let request = try request(body)
      var text = ""
      let time = try processorTime { text = report(request, try matcher()) }
      #expect(text.utf8.count < 10_000)
      // For reading it once, comparing it, and some texts.
      #expect(
        time < reading * 4 + .milliseconds(200), "\(time) for \(text.prefix(200)), reading takes \(reading)")
    }
  }

  @Test(.heavy, arguments: [false, true])
  func theWorkIsAsSmallForABodyInManyOthers(_ allowsMore: Bool) throws {
    func nested(_ last: Int64) -> JSONValue {
      (0..<100).reduce(.array(Self.items + [.integer(last)])) { value, _ in ["a": [value]] }
    }
    let body = try nested(1).data()
    let reading = processorTime { _ = try? JSONValue(parsing: body) }
    let request = try request(body)
    let matcher: RequestMatcher = allowsMore ? .json(contains: nested(2)) : .json(equals: nested(2))
    var text = ""
    let time = processorTime { text = report(request, matcher) }
    #expect(text.contains("[0].a[0][4000] (505 characters): expected 2, got 1"))
    #expect(time < reading * 4 + .milliseconds(200), "\(time), reading takes \(reading)")
  }

  @Test(.heavy) func theFirstDifferencesAreReported() throws {
    let body = try JSONValue.array(Self.items).data()
    let text = report(
      try request(body), .json(equals: Self.changed { index, item in if index > 3_000 { item["id"] = 0 } }))
    #expect(text.contains("JSON body at [3001].id: expected 0, got 3001"))
    #expect(text.contains("JSON body: and 989 more differences"))
    let all = report(try request(body), .json(equals: Self.changed { _, item in item["id"] = -1 }))
    #expect(all.contains("JSON body: and at least 990 more differences"))
  }

  @Test(.heavy) func aValueOfAnotherKindIsShownByItsBeginning() throws {
    let text = report(
      try request(try JSONValue.array(Self.items).data()), .json(equals: ["a": 1]))
    #expect(text.contains(#"JSON body: expected {"a":1}, got [{"id":0,"name":"name 0""#))
  }

  @Test func longTextsThatDifferLateSayWhere() throws {
    let long = String(repeating: "x", count: 40_000)
    let text = report(
      try request(try JSONValue.object(["a": .string(long + "1")]).data()),
      .json(equals: ["a": .string(long + "2")]))
    #expect(text.contains("they differ at character 40000: \"2\", \"1\""))
    #expect(text.utf8.count < 3_000)
  }

  @Test func secretsInLongBodiesAreHidden() throws {
    let filler = JSONValue.array((0..<3_000).map { .integer($0) })
    let body = try JSONValue.object(["a": filler, "password": "hunter1"]).data()
    let text = report(try request(body), .json(equals: ["a": filler, "password": "hunter2"]))
    #expect(text.contains("JSON body at password: expected <redacted>, got another value, <redacted>"))
    #expect(!text.contains("hunter"))
  }

  @Test func aBodyThatIsChangedIsParsedAgain() throws {
    var request = try request(Data(#"{"a":1}"#.utf8))
    let matcher = RequestMatcher.json(equals: ["a": 1])
    #expect(matcher.matches(request))
    let copy = request
    request.body = Data(#"{"a":2}"#.utf8)
    #expect(!matcher.matches(request))
    #expect(matcher.matches(copy))
    request.body = Data("{".utf8)
    #expect(!matcher.matches(request))
  }
}
