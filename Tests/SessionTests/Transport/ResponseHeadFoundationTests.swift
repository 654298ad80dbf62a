import Foundation
import Testing

@testable import Net

@Suite struct ResponseHeadFoundationTests {
  @Test(arguments: [
    ("a=1", ["a=1"]), ("a=1, b=2", ["a=1", "b=2"]),
    ("a=1; Path=/, b=2; Secure", ["a=1; Path=/", "b=2; Secure"]),
    (
      "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, b=2",
      ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2"]
    ),
    (
      "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2",
      ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]
    ),
    ("", [""]), ("flag", ["flag"]), ("a=\u{301}, b=\u{301}", ["a=\u{301}", "b=\u{301}"]),
    ("a=1;\u{301}c, d=2", ["a=1;\u{301}c", "d=2"]),
    ("a=1; Path=/, , b=2", ["a=1; Path=/", "b=2"]), ("a=1, ", ["a=1"]), ("a=1, , , b=2, ", ["a=1", "b=2"]),
    (", a=1", ["", "a=1"]), (#"a="x, , y", b=2"#, [#"a="x, , y""#, "b=2"]),
  ])
  func joinedCookiesAreSplit(joined: String, cookies: [String]) {
    #expect(ResponseHead.cookies(joined: joined) == cookies)
  }
}
