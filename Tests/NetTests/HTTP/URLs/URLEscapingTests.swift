import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// URLs from outside: in a `Location`, in a `Link`, or in a caller's text.
///
/// The expected targets are those that curl 7.88.1 requests, with the characters that it sends raw (`|`,
/// `"`, `[`) escaped as RFC 3986 requires.
@Suite struct URLEscapingTests {
  private static let base = "http://base.test/d/e?x=1"

  /// The target of a redirect with this `Location`, or nil if it cannot be followed.
  private func redirected(to location: String) throws -> String? {
    let request = TransportRequest(url: try #require(URL(string: Self.base)))
    let head = ResponseHead(status: 302, headers: ["Location": location])
    return request.redirected(by: head)?.url.absoluteString
  }

  private static let references: [(String, String?)] = [
    // A forbidden character must not cause existing escapes to be escaped again.
    ("/articles?page[number]=3&q=a%20b", "http://base.test/articles?page%5Bnumber%5D=3&q=a%20b"),
    ("/a b%20c", "http://base.test/a%20b%20c"), ("/a  b", "http://base.test/a%20%20b"),
    ("/ü%20x", "http://base.test/%C3%BC%20x"), ("/%C3%BC ü", "http://base.test/%C3%BC%20%C3%BC"),
    ("/日本 %e6", "http://base.test/%E6%97%A5%E6%9C%AC%20%e6"),
    ("/👩‍🚀%41", "http://base.test/%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80%41"),
    ("/a|b%20", "http://base.test/a%7Cb%20"), ("/\"x\"%20", "http://base.test/%22x%22%20"),
    ("/<x>%41", "http://base.test/%3Cx%3E%41"), ("/a^b`c{d}%20", "http://base.test/a%5Eb%60c%7Bd%7D%20"),
    ("/a\\b%20", "http://base.test/a%5Cb%20"), ("\\a\\b", "http://base.test/d/%5Ca%5Cb"),
    ("/a[b]", "http://base.test/a%5Bb%5D"), ("/x?a=[b]'\"<>", "http://base.test/x?a=%5Bb%5D'%22%3C%3E"),
    ("/x?y?z#w#v", "http://base.test/x?y?z#w%23v"), ("/x y?z w#v u", "http://base.test/x%20y?z%20w#v%20u"),
    // A percent sign that does not begin an escape.
    ("/%", "http://base.test/%25"), ("/a%2", "http://base.test/a%252"),
    ("/%zz%20", "http://base.test/%25zz%20"),
    ("/%%41", "http://base.test/%25%41"), ("/100%?p=50%&q=%41", "http://base.test/100%25?p=50%25&q=%41"),
    ("/%e4%zü", "http://base.test/%e4%25z%C3%BC"),
    // Characters that need no escape.
    ("/'()*!$,;=@&+", "http://base.test/'()*!$,;=@&+"), ("/~-._", "http://base.test/~-._"),
    ("/x?y=/../b%2F", "http://base.test/x?y=/../b%2F"),
    ("x?y=http://a/../b", "http://base.test/d/x?y=http://a/../b"),
    // Relative references.
    ("?q=ä b", "http://base.test/d/e?q=%C3%A4%20b"), ("?a b+c", "http://base.test/d/e?a%20b+c"),
    ("#fr%20 ag", "http://base.test/d/e?x=1#fr%20%20ag"), (":a/b", "http://base.test/d/:a/b"),
    (":80/x", "http://base.test/d/:80/x"), ("./:a/b", "http://base.test/d/:a/b"),
    ("./a:b", "http://base.test/d/a:b"),
    ("x/../y [1]", "http://base.test/d/y%20%5B1%5D"), ("../../../y", "http://base.test/y"),
    ("/a/../../y", "http://base.test/y"), ("/a/./b/%2e%2e/c", "http://base.test/a/b/%2e%2e/c"),
    (".", "http://base.test/d/"), ("..", "http://base.test/"), ("g;x=1/../y", "http://base.test/d/y"),
    ("h.test/x", "http://base.test/d/h.test/x"), ("http//h.test/x", "http://base.test/d/http//h.test/x"),
    ("1http://h.test/x", "http://base.test/d/1http://h.test/x"), ("a/b:c", "http://base.test/d/a/b:c"),
    ("\u{20}/padded ", "http://base.test/padded"),
    // Slashes: curl accepts one to three before the host.
    ("http:/x", "http://x"), ("http:///x/y", "http://x/y"), ("///h.test/x", "http://h.test/x"),
    ("//h.test", "http://h.test"), ("//h.test/x y", "http://h.test/x%20y"),
    ("/\\h.test/x", "http://base.test/%5Ch.test/x"),
    ("\\\\h.test\\x", "http://base.test/d/%5C%5Ch.test%5Cx"), ("http:x", nil), ("https:e.com", nil),
    ("http:e.com/q", nil), ("http:////x", nil), ("////h.test/x", nil), ("//", nil), ("http://", nil),
    ("http://?x", nil), ("http:\\\\h.test\\x", nil), ("http://#x", nil),
    // Hosts.
    ("HTTP://h.test/x", "HTTP://h.test/x"), ("http://h_t.test/x", "http://h_t.test/x"),
    ("http://h.test?x y", "http://h.test?x%20y"), ("http://h.test#x", "http://h.test#x"),
    ("http://bücher.test/ä", "http://xn--bcher-kva.test/%C3%A4"),
    ("//b%C3%BCcher.test/ä", "http://xn--bcher-kva.test/%C3%A4"),
    ("http://%68.test/ x", "http://h.test/%20x"),
    ("http://h%2etest/x", "http://h.test/x"), ("http://[::1]/v6[0]", "http://[::1]/v6%5B0%5D"),
    ("http://[fe80::1%25lo]/ ", "http://[fe80::1%25lo]/"), ("http://[fe80::1%lo]/", "http://[fe80::1%25lo]/"),
    ("http://a%00b/", nil), ("http://a%20b/", nil), ("http://a b/", nil), ("http://[::1/x", nil),
    ("http://h<t.test/x", nil), ("http://h[t/", nil), ("http://h.test\\x", nil), ("http://a%2fb/", nil),
    ("http://a%zz/", nil), ("http://[zz]/", nil), ("http://[::1]x/", nil), ("http://a%ffb/", nil),
    // Users.
    ("http://us%40er:p%20w@h.test/x[1]", "http://us%40er:p%20w@h.test/x%5B1%5D"),
    ("http://user:pä@h.test/", "http://user:p%C3%A4@h.test/"), ("http://us@er@h.test/x", nil),
    ("http://user:p#ss@h.test/x", nil),
    // Ports.
    ("http://h.test:65535/", "http://h.test:65535/"), ("http://h.test:/x", "http://h.test:/x"),
    ("http://h.test:080/x y", "http://h.test:080/x%20y"), ("http://h.test:65536/", nil),
    ("http://h.test:99999/x", nil), ("http://h.test:8x/", nil), ("http://h.test:-1/", nil),
    ("http://h.test:18446744073709551617/", nil), ("http://[::1]:65536/", nil),
    // Other schemes, and characters that no URL may contain.
    ("a:b", nil), ("ftp://h.test/", nil), ("data:x", nil), ("mailto:a@b", nil), ("javascript:1", nil),
    ("/\u{7f}z", nil), ("/a\u{1}b", nil), ("/a\tb", nil), ("/a\nb", nil), ("/a\u{0}b", nil), ("", nil),
  ]

  @Test func aLocationLeadsToTheSameTargetAsInCurl() throws {
    var wrong: [String] = []
    for (location, expected) in Self.references {
      let got = try redirected(to: location)
      if got != expected {
        wrong.append("\(location.debugDescription): \(got ?? "nil"), not \(expected ?? "nil")")
      }
    }
    expectEqual(wrong, [])
  }

  @Test func aLinkKeepsItsEscapes() throws {
    let links = Link.parse(
      [#"</articles?page[number]=3&q=a%20b>; rel="next", <ü%20 x>, <:a>"#], relativeTo: URL(string: Self.base)
    )
    expectEqual(
      links.map(\.url?.absoluteString),
      [
        "http://base.test/articles?page%5Bnumber%5D=3&q=a%20b", "http://base.test/d/%C3%BC%20%20x",
        "http://base.test/d/:a",
      ])
  }

  @Test func aLinkWithoutABaseKeepsItsEscapes() {
    expectEqual(
      Link.parse(["<https://e.test/a[1]?q=a%20b>; rel=next"]).first?.url?.absoluteString,
      "https://e.test/a%5B1%5D?q=a%20b")
  }

  @Test func aCallersTextIsEscaped() throws {
    let cases: [(String, String)] = [
      ("https://h.test/ü?q=a%20b c", "https://h.test/%C3%BC?q=a%20b%20c"),
      ("https://bücher.test/", "https://xn--bcher-kva.test/"), ("a b[0]", "a%20b%5B0%5D"),
      ("https://h.test/a%20b", "https://h.test/a%20b"), ("?q=50% of ü", "?q=50%25%20of%20%C3%BC"),
    ]
    for (text, expected) in cases { expectEqual(try text.asURL().absoluteString, expected) }
  }

  @Test func aRelativeTextKeepsItsEscapes() throws {
    let base = try #require(URL(string: "https://h.test/v1/"))
    for (text, expected) in [
      ("ü%20x?[a]=%41", "https://h.test/v1/%C3%BC%20x?%5Ba%5D=%41"), (":a/b", "https://h.test/v1/:a/b"),
      ("//other.test/a b", "https://other.test/a%20b"), ("a:1/ b", ""),
    ] {
      let resolved = try? text.absoluteURL(relativeTo: BaseURL(base)).absoluteString
      expectEqual(resolved, expected.isEmpty ? nil : expected)
    }
  }
}
