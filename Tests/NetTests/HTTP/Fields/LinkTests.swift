import Foundation
import Net
import TestSupport
import Testing

struct LinkTests {
  private func targets(_ values: String...) -> [String] { Link.parse(values).map(\.target) }

  @Test func nextAndLastLinksAreParsed() throws {
    let head = ResponseHead(
      status: 200,
      headers: [
        "Link": """
        <https://api.github.com/users/1/followers?page=2>; rel="next", \
        <https://api.github.com/users/1/followers?page=12>; rel="last"
        """
      ], url: URL(string: "https://api.github.com/users/trentm/followers"))
    let links = head.links
    expectEqual(links.map(\.relations), [["next"], ["last"]])
    expectEqual(
      links.map(\.url?.absoluteString),
      [
        "https://api.github.com/users/1/followers?page=2", "https://api.github.com/users/1/followers?page=12",
      ])
  }

  @Test func repeatedFieldsAreParsedInOrder() {
    let head = ResponseHead(status: 200, headers: ["Link": "<a>; rel=x", "link": "<b>; rel=y"])
    expectEqual(head.links.map(\.target), ["a", "b"])
  }

  @Test func aCombiningMarkBelongsToTheValueAndNotToTheEqualsSign() throws {
    let link = try #require(Link.parse(["<\u{301}>; title=\u{301}x; rel=next"]).first)
    expectEqual(link.target, "\u{301}")
    expectEqual(link.relations, ["next"])
    expectEqual(link.parameters, ["title": "\u{301}x"])
  }

  @Test func withoutALinkHeaderThereAreNoLinks() {
    #expect(ResponseHead(status: 200).links.isEmpty)
  }

  @Test func targetsAreResolvedAgainstTheURLOfTheResponse() {
    let base = URL(string: "https://example.com/a/b?c")
    let links = Link.parse(
      ["</x>, <y?z>, <?p=2>, <//other.example/>, <>, <https://q.example>"], relativeTo: base)
    expectEqual(
      links.map(\.url?.absoluteString),
      [
        "https://example.com/x", "https://example.com/a/y?z", "https://example.com/a/b?p=2",
        "https://other.example/", "https://example.com/a/b?c", "https://q.example",
      ])
  }

  @Test func aRelativeTargetWithoutABaseHasNoURL() {
    expectEqual(Link.parse(["<x>; rel=next"]).map(\.url), [nil])
  }

  @Test func quotedAndBracketedSeparatorsAreText() {
    let links = Link.parse([#"<https://e.com/a,b;c>; title="x, <y>; \"z\""; rel=next, <d>"#])
    expectEqual(links.map(\.target), ["https://e.com/a,b;c", "d"])
    expectEqual(links.first?.parameters, ["title": #"x, <y>; "z""#])
    expectEqual(links.first?.relations, ["next"])
  }

  @Test func namesAndRelationsIgnoreCase() {
    let links = Link.parse([#"<a>; REL="Next START"; Type=text/HTML"#])
    expectEqual(links.first?.relations, ["next", "start"])
    expectEqual(links.first?.parameters, ["type": "text/HTML"])
  }

  @Test func theFirstOfRepeatedParametersIsUsed() {
    let links = Link.parse(["<a>; rel=next; rel=prev; t=1; t=2"])
    expectEqual(links.first?.relations, ["next"])
    expectEqual(links.first?.parameters, ["t": "1"])
  }

  @Test func optionalWhitespaceIsAllowed() {
    let links = Link.parse([" \t<a> ;\trel = \"next\" ,, <b>;rel=prev , "])
    expectEqual(links.map(\.target), ["a", "b"])
    expectEqual(links.map(\.relations), [["next"], ["prev"]])
  }

  @Test func aParameterWithoutAValueIsEmpty() {
    expectEqual(Link.parse(["<a>; crossorigin"]).first?.parameters, ["crossorigin": ""])
  }

  @Test func malformedLinksAreSkipped() {
    expectEqual(targets("a; rel=next, <b>; rel=next"), ["b"])
    expectEqual(targets("<a; rel=next, <b>; rel=next"), ["b"])
    expectEqual(targets("<a>; title=\"x; rel=next, <b>; rel=prev"), ["a", "b"])
    expectEqual(targets("", ",", ";", "<", ">", "\"", "<>x", "\\"), [])
    expectEqual(Link.parse(["<a>; =x; b c=d; rel=next"]).first?.parameters, [:])
  }

  // The input, the expected value: RFC 8288 appendix B.4.
  @Test(arguments: [
    (#"<b>; rel="next"#, "next"), (#"<b>; rel=""#, ""), (#"<b>; rel="a\""#, #"a""#), (#"<b>; rel="a\"#, "a"),
  ])
  func aQuotedValueWithoutAnEndEndsWithTheField(_ field: String, _ relation: String) {
    expectEqual(Link.parse([field]).map(\.relations), [relation.isEmpty ? [] : [relation]])
  }

  @Test func anOpenQuoteDoesNotSwallowTheNextLink() {
    let links = Link.parse([#"<a>; rel="prev, <b>; rel=next"#])
    expectEqual(links.map(\.relations), [["prev"], ["next"]])
  }

  /// A quote opens only at the start of a value (RFC 8288 appendix B.3).
  @Test(arguments: [
    #"<a>; title=12", <b>; rel=next; title="x""#, #"<a>; title=12"x, <b>; rel=next; title=13""#,
    #"<a>; ti"tle=x, <b>; rel=next; ti"tle=y"#, #"<a>"; title=x, <b>; rel=next"#,
    #"<a>; title="x"y", <b>; rel=next; title="z""#,
  ])
  func aQuoteWithinAValueDoesNotSwallowTheNextLink(field: String) {
    expectEqual(Link.parse([field]).last?.target, "b")
    expectEqual(Link.parse([field]).last?.relations, ["next"])
  }

  @Test(arguments: [
    #"<a>; title = "x, <y>"; rel=next"#, #"<a>; "x, <y>"; rel=next"#, #"<a>;title="x;\", <y>";rel=next"#,
  ])
  func aQuoteAtTheStartOfAValueProtectsSeparators(field: String) {
    expectEqual(Link.parse([field]).map(\.target), ["a"])
    expectEqual(Link.parse([field]).map(\.relations), [["next"]])
  }

  @Test func manyOpenBracketsAndQuotesTakeLinearTime() {
    expectEqual(targets(String(repeating: "<", count: 100_000)), [])
    expectEqual(targets("\"" + String(repeating: "\\\"", count: 100_000)), [])
  }

  @Test func theDescriptionOfALinkHidesSecrets() throws {
    let link = try #require(Link.parse(["</p?page=2&access_token=canary>; rel=\"next\"; title=canary"]).first)
    var dumped = ""
    dump([link], to: &dumped)
    expectEqual(link.description, "</p?page=2&access_token=<redacted>>; rel=\"next\"")
    #expect(!String(reflecting: [link]).contains("canary"))
    #expect(!dumped.contains("canary"))
  }

  @Test(arguments: [
    "com.example.app:/oauth2redirect/x", "file:/etc/x", "file:///etc/x", "app:///a/b", "mailto:/x",
    "urn:a/../b",
    "urn:a/./b", "mailto:a@b.test", "com.example.app:/", "x:///", "HTTPS.x:/a",
  ])
  func aURLOfAnotherSchemeIsKept(_ target: String) {
    let response = URL(string: "https://a.test/x")
    expectEqual(Link.parse(["<\(target)>"], relativeTo: response).first?.url?.absoluteString, target)
    expectEqual(Link.parse(["<\(target)>"]).first?.url?.absoluteString, target)
  }

  @Test(arguments: [
    ("http:/h/a", "http://h/a"), ("HTTPS:///h/a", "HTTPS://h/a"), ("ws:/h/a", "ws://h/a"),
    ("WSS:/h/a", "WSS://h/a"),
    ("///h/a", "https://h/a"),
  ])
  func slashesBeforeAHostAreCorrected(_ target: String, _ expected: String) {
    let response = URL(string: "https://a.test/x")
    expectEqual(Link.parse(["<\(target)>"], relativeTo: response).first?.url?.absoluteString, expected)
  }

  @Test func anEmptyHostIsKeptIfTheSchemeOfTheResponseAllowsIt() {
    let response = URL(string: "file:///a/x")
    expectEqual(Link.parse(["<///etc/x>"], relativeTo: response).first?.url?.absoluteString, "file:///etc/x")
  }

  @Test func anAnchorOfAnotherSchemeIsAnotherResource() {
    let link = Link.parse(["<b>; anchor=\"app:/a.test/x\""]).first
    expectEqual(link?.isLink(of: URL(string: "https://a.test/x")), false)
  }
}
