import Net
import NetTesting
import TestSupport
import Testing

/// Bodies in which an object has a name twice, so that they have no one value (RFC 8259 section 4).
@Suite struct RepeatedJSONNamesTests {
  private static let repeated: [(String, JSONValue)] = [
    (#"{"a":1,"a":1}"#, ["a": 1]), (#"{"a":2,"a":1}"#, ["a": 1]),
    (#"{"a":1,"\u0061":1}"#, ["a": 1]), (#"{"b":[{"a":{},"a":{}}]}"#, ["b": [["a": [:]]]]),
    (#"{"":null,"":null}"#, ["": nil]), (#"{"a":0.1000000000000000055,"a":1}"#, ["a": 1]),
  ]

  @Test(arguments: repeated)
  func aRepeatedNameMatchesNoValue(_ body: String, _ value: JSONValue) throws {
    let request = try recorded(.post, "https://h", body: body)
    #expect(!RequestMatcher.json(equals: value).matches(request))
    #expect(!RequestMatcher.json(contains: value).matches(request))
    #expect(!RequestMatcher.json(contains: [:]).matches(request))
  }

  private static let distinct: [(String, JSONValue)] = [
    (#"{"a":{"a":1}}"#, ["a": ["a": 1]]), (#"[{"a":1},{"a":1}]"#, [["a": 1], ["a": 1]]),
    ("{\"\u{e9}\":1,\"e\u{301}\":1}", ["\u{e9}": 1, "e\u{301}": 1]),
  ]

  @Test(arguments: distinct)
  func namesOfOtherObjectsOrCodePointsAreNotRepeated(_ body: String, _ value: JSONValue) throws {
    #expect(try RequestMatcher.json(equals: value).matches(recorded(.post, "https://h", body: body)))
  }

  @Test func theReportNamesIt() throws {
    let messages = try failures {
      let transport = MockTransport()
      transport.stub(.json(equals: ["a": 1]), with: .status(200))
      try transport.receive(.post, body: #"{"a":1,"a":1}"#)
    }
    expectEqual(messages.count, 1)
    expectEqual(messages.first?.contains(#"JSON body: an object has the name "a" twice"#), true)
  }
}
