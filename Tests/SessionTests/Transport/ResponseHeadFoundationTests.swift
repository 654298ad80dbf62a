import Foundation
import TestSupport
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
    (#"a="x, b=y""#, [#"a="x, b=y""#]), (#"a="x, b=y"; Path=/, c=1"#, [#"a="x, b=y"; Path=/"#, "c=1"]),
    (#"a="x\", b=y", c=1"#, [#"a="x\", b=y""#, "c=1"]),
    (#"a=1; X="p, b=y", c=1"#, [#"a=1; X="p, b=y""#, "c=1"]),
    // Not a quoted value: the quotes are text.
    (#"a="x, b="y"#, [#"a="x"#, #"b="y"#]), (#"a=x"1, b=y"2"#, [#"a=x"1"#, #"b=y"2"#]),
    (#"a="x"y, b="z"w"#, [#"a="x"y"#, #"b="z"w"#]), (#"a=", b=2"#, [#"a=""#, "b=2"]),
  ])
  func joinedCookiesAreSplit(joined: String, cookies: [String]) {
    expectEqual(ResponseHead.cookies(joined: joined), cookies)
  }

  /// RFC 9110 section 5.5.
  @Test(arguments: [
    ("ETag", "\"v1\" ", ["\"v1\""]), ("X-A", "a\t", ["a"]), ("X-A", " \ta \t ", ["a"]), ("X-A", " \t", [""]),
    ("X-A", "\u{a0}a\u{a0}", ["\u{a0}a\u{a0}"]), ("Vary", "A , B\t", ["A , B"]),
    ("ETag", "\"a, b\"\t, \"c\" ", ["\"a, b\"", "\"c\""]),
    ("ETag", "W/\"a, b\" ,  W/\"c, d\"", ["W/\"a, b\"", "W/\"c, d\""]),
    ("Content-Type", "a/b; c=\"d, e\" , text/html ", ["a/b; c=\"d, e\"", "text/html"]),
    ("Location", "/a , /a", ["/a", "/a"]), ("Location", "a , a\t", ["a", "a"]),
    ("Location", "/a ,  /b", ["/a", "/b"]), ("Location", "/?q=a , b ", ["/?q=a , b"]),
    ("Age", "1 , 2\t", ["1", "2"]),
    ("Expires", "0\t, Thu, 22 Oct 2026 07:28:00 GMT ", ["0", "Thu, 22 Oct 2026 07:28:00 GMT"]),
    ("Retry-After", "1,  Thu, 22 Oct 2026 07:28:00 GMT\t, 3", ["1", "Thu, 22 Oct 2026 07:28:00 GMT", "3"]),
    ("Set-Cookie", "a=1 , b=2\t", ["a=1", "b=2"]), ("Set-Cookie", "a=1,  b=2", ["a=1", "b=2"]),
    ("Set-Cookie", "a=1,  , b=2", ["a=1", "b=2"]),
    (
      "Set-Cookie", "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT , b=\"x, y=z\" ; Path=/ ",
      ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=\"x, y=z\" ; Path=/"]
    ),
  ])
  func whitespaceAroundValuesIsRemoved(name: String, joined: String, values: [String]) {
    expectEqual(ResponseHead.values(joined: HTTPField(name: name, value: joined)), values)
  }

  @Test(arguments: [
    ("Location", "/a, /a", ["/a", "/a"]),
    ("Location", "/a, https://b.example/", ["/a", "https://b.example/"]),
    ("location", "a, a", ["a", "a"]), ("Location", "/?q=a, b", ["/?q=a, b"]), ("Location", "/a,b", ["/a,b"]),
    ("Location", "/?q=a, b, /?q=a, b", ["/?q=a, b", "/?q=a, b"]),
    ("Content-Type", "text/html, application/json", ["text/html", "application/json"]),
    ("content-type", #"a/b; c="d, e", text/html"#, [#"a/b; c="d, e""#, "text/html"]),
    (
      "Content-Disposition", #"attachment; filename="a, b.txt", inline"#,
      [#"attachment; filename="a, b.txt""#, "inline"]
    ),
    ("ETag", #""a, b", "c""#, [#""a, b""#, #""c""#]),
    ("ETag", #"W/"a, b", W/"c""#, [#"W/"a, b""#, #"W/"c""#]),
    ("Retry-After", "120, 3", ["120", "3"]),
    (
      "Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT, Thu, 22 Oct 2026 07:28:00 GMT",
      ["Wed, 21 Oct 2026 07:28:00 GMT", "Thu, 22 Oct 2026 07:28:00 GMT"]
    ),
    ("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT", ["Wed, 21 Oct 2026 07:28:00 GMT"]),
    ("Expires", "0, Thu, 22 Oct 2026 07:28:00 GMT", ["0", "Thu, 22 Oct 2026 07:28:00 GMT"]),
    ("Last-Modified", "Wednesday, 21-Oct-26 07:28:00 GMT, x", ["Wednesday, 21-Oct-26 07:28:00 GMT", "x"]),
    ("Cache-Control", "no-cache, no-store", ["no-cache, no-store"]), ("Vary", "A, B", ["A, B"]),
    ("Content-Range", "bytes 0-1/5, bytes 2-3/5", ["bytes 0-1/5", "bytes 2-3/5"]),
    ("Age", "1, 2", ["1", "2"]),
    ("Content-Length", "5, 3", ["5, 3"]), ("Location", "", [""]),
  ])
  func joinedFieldsThatAreNotListsAreSplit(name: String, joined: String, values: [String]) {
    expectEqual(ResponseHead.values(joined: HTTPField(name: name, value: joined)), values)
  }

  @Test(.heavy, arguments: ["ETag", "Set-Cookie", "Content-Type"])
  func aValueWithSlashesAfterLongSpaceTakesLinearTime(name: String) {
    func time(_ count: Int) -> Duration {
      let value = "a=b, " + String(repeating: " ", count: count) + String(repeating: "/", count: count)
      return processorTime { _ = ResponseHead.values(joined: HTTPField(name: name, value: value)) }
    }
    expectLinearTime(from: 1_000, time: time)
  }
}
