import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// The matcher that a report suggests matches the request of the report, and shows no secret.
@Suite struct SuggestedMatcherTests {
  /// The matcher of this code.
  private func matcher(_ code: String) throws -> RequestMatcher {
    let parts = code.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    let template = try #require(parts.dropLast().last)
    switch parts.first {
    case ".get(": return .get(template)
    case ".head(": return .head(template)
    case ".post(": return .post(template)
    case ".webSocket(": return .webSocket(template)
    case ".method(": return .method(HTTPMethod(rawValue: parts[1])) && .uri(template)
    default: throw StubMisuse("unknown code: \(code)")
    }
  }

  @Test(
    arguments: [
      "https://h/a", "https://h", "https://h?x=1", "https://h:8443/a/", "http://127.0.0.1:42693/a",
      "http://[::1]:80/a", "https://user:s3cret@h/a", "https://h/a?token=s3cret&x=1",
      "https://h/a?token=s3cret",
      "https://h/a?x=1&api_key=s3cret&y=2#part", "https://h//a//b", "https://h/a:b//c",
      "https://h/a?flag&empty=",
      "https://h/a?q=a%2Bb&r=a+b&s=%22x%22", "https://h/a%22b%5C/%7Bc%7D?d=%7Be%7D",
      "https://h/e%CC%81/%C3%A9",
      "https://hooks.slack.com/services/T00000000/B00000000/s3crets3crets3crets3cret",
      "https://api.telegram.org/bot123456:s3crets3crets3crets3crets3crets3cr/sendMessage?chat_id=1",
      "https://h/a?next=https://me:s3cret@i/?token=s3cret",
      "https://h/\(String(repeating: "a%20", count: 2_000))",
      "https://h/\(String(repeating: "a", count: 1_998))%20b",
      "https://h/a?q=\(String(repeating: "b", count: 5_000))&x=1",
    ], [HTTPMethod.get, .head, .post, "PURGE"])
  func aSuggestionMatchesItsRequest(url: String, method: HTTPMethod) throws {
    let request = try recorded(method, url)
    for omitsOrigin in [false, true] {
      let code = SuggestedMatcher(request, omitsOrigin: omitsOrigin).description
      let matcher = try matcher(code)
      expectNil(matcher.misuse, "\(code)")
      #expect(matcher.matches(request), "\(code)")
      #expect(!code.contains("s3cret") && !code.contains("redacted"), "\(code)")
      #expect(code.count < 2_200)
    }
  }

  @Test func aSuggestionForAWebSocketMatchesItsHandshake() throws {
    let request = try recorded(
      .get, "https://h/chat?token=s3cret",
      headers: [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ])
    let code = SuggestedMatcher(request).description
    #expect(code == #".webSocket("https://h/chat")"#)
    #expect(try matcher(code).matches(request))
  }

  @Test(arguments: [
    ("https://user:pw@h/a?token=x&y=1", #".get("https://h/a?y=1")"#, #".get("/a?y=1")"#),
    (
      "https://hooks.slack.com/services/T00000000/B00000000/ZZZZZZZZZZZZZZZZZZZZZZZZ",
      #".get("https://hooks.slack.com/services/{+path}")"#, #".get("/services/{+path}")"#
    ),
    ("https://h", #".get("https://h/")"#, #".get("/")"#),
  ])
  func hiddenPartsAreLeftOut(url: String, code: String, codeOfAServer: String) throws {
    let request = try recorded(.get, url)
    expectEqual(SuggestedMatcher(request).description, code)
    expectEqual(SuggestedMatcher(request, omitsOrigin: true).description, codeOfAServer)
  }

  /// Does what the author of a test does: pastes what the report of one run suggests, and runs the test
  /// again.
  @Test func theSuggestionOfAServerAnswersAtItsNextPort() throws {
    let first = try ServerFixture()
    defer { first.server.stop() }
    let client = try first.client()
    try client.get("/a?token=s3cret&x=1")
    #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 501 "))
    let line = try #require(first.failureMessages.first?.split(separator: "\n").last)
    expectEqual(line, #"To answer it: server.stub(.get("/a?x=1"), with: .json("{}"))"#)
    let second = try ServerFixture()
    defer { second.server.stop() }
    second.server.stub(.get("/a?x=1"), with: .json("{}"))
    let next = try second.client()
    try next.get("/a?token=s3cret&x=1")
    #expect(try next.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
  }
}
