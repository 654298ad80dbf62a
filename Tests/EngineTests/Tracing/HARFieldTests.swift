import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The fields of an HAR entry that are read from the text of a request or response.
///
/// A combining mark after a separator would form one character of `String` with it.
@Suite struct HARFieldTests {
  private func entry(_ change: (inout Trace.Attempt) -> Void) throws -> JSONValue {
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1))
    var request = Trace.TracedRequest.fetched(1, "https://h.io/", start: 0)
    change(&request.attempts[0])
    trace.requests = [request]
    return try JSONValue(parsing: trace.har())["log"]["entries"][0]
  }

  private func bytes(_ list: JSONValue, _ member: String) -> [[UInt8]?] {
    (list.array ?? []).map { $0[member].string.map { Array($0.utf8) } }
  }

  @Test func aQueryIsSeparatedBeforeACombiningMark() {
    let pairs = HARWriter.query("a=\u{301}&\u{301}b=2&&c")
    expectEqual(pairs.map { Array($0.name.utf8) }, ["a", "\u{301}b", "c"].map { Array($0.utf8) })
    expectEqual(pairs.map { Array(($0.value ?? "-").utf8) }, ["\u{301}", "2", ""].map { Array($0.utf8) })
  }

  @Test func cookiesAreSeparatedBeforeACombiningMark() throws {
    let entry = try entry {
      $0.request.headers = [Trace.Field(name: "Cookie", value: "a=\u{301};\u{301}b=2; ")]
    }
    let cookies = entry["request"]["cookies"]
    expectEqual(bytes(cookies, "name"), ["a", "\u{301}b"].map { Array($0.utf8) })
    expectEqual(bytes(cookies, "value"), ["\u{301}", "2"].map { Array($0.utf8) })
  }

  @Test func aSetCookieIsSeparatedBeforeACombiningMark() throws {
    let field = Trace.Field(name: "Set-Cookie", value: "a=\u{301}; Path=/\u{301};\u{301}; Secure")
    let cookie = try entry { $0.response?.headers = [field] }["response"]["cookies"][0]
    expectEqual(bytes([cookie], "value"), [Array("\u{301}".utf8)])
    expectEqual(bytes([cookie], "path"), [Array("/\u{301}".utf8)])
    expectEqual(cookie["secure"], true)
  }
}
