import Foundation
import Net
import TestSupport
import Testing

struct RedactionTests {
  private func redacted(_ text: String, _ redaction: Redaction = .standard) throws -> String {
    redaction.redacted(try #require(URL(string: text)))
  }

  @Test(arguments: ["Authorization", "cookie", "SET-COOKIE", "Proxy-Authorization"])
  func secretHeadersAreRedacted(_ name: String) {
    let headers = Redaction.standard.redacted([
      HTTPField(name: name, value: "s3cret"), HTTPField(name: "A", value: "b"),
    ])
    expectEqual(headers.values(for: name), ["<redacted>"])
    expectEqual(headers["A"], "b")
  }

  @Test func everyRepeatedFieldIsRedacted() {
    expectEqual(
      Redaction.standard.redacted(["Cookie": "a", "Cookie": "b"]).values(for: "Cookie"),
      ["<redacted>", "<redacted>"])
  }

  @Test func theListOfHeadersCanBeExtended() {
    var redaction = Redaction.standard
    redaction.insert(headerName: "X-Patient")
    expectEqual(redaction.redacted(["x-patient": "s3cret"])["X-Patient"], "<redacted>")
    expectEqual(Redaction.standard.redacted(["x-patient": "p"])["X-Patient"], "p")
  }

  @Test func theCredentialsOfAURLAreRedacted() throws {
    expectEqual(
      try redacted("https://me:s3cret@example.com/a@b?c=d@e"), "https://<redacted>@example.com/a@b?c=d@e")
  }

  @Test func secretQueryParametersAreRedactedAndTheRestIsUnchanged() throws {
    expectEqual(
      try redacted("https://example.com/p?a=%c3%b6&Access_Token=s3cret&pass%77ord=x&b&=c#d&password=1"),
      "https://example.com/p?a=%c3%b6&Access_Token=<redacted>&pass%77ord=<redacted>&b&=c#d&password=<redacted>"
    )
  }

  @Test func theListOfParametersCanBeExtended() throws {
    var redaction = Redaction.standard
    redaction.insert(queryName: "pin")
    expectEqual(try redacted("https://example.com?PIN=1", redaction), "https://example.com?PIN=<redacted>")
  }

  @Test func noneRedactsNothing() throws {
    let text = "https://me:s3cret@example.com/?token=1"
    expectEqual(try redacted(text, .none), text)
    expectEqual(Redaction.none.redacted(["Authorization": "a"])["Authorization"], "a")
  }

  @Test func combiningMarksAfterDelimitersDoNotPreventRedaction() {
    expectEqual(
      Redaction.standard.redacted(
        urlText: "https://me:s3cret@\u{301}e.com/?\u{301}a=b&\u{301}&token=\u{301}s3cret#\u{301}"),
      "https://<redacted>@\u{301}e.com/?\u{301}a=b&\u{301}&token=<redacted>#\u{301}")
  }

  @Test func aURLWithoutASchemeIsRedacted() {
    expectEqual(Redaction.standard.redacted(urlText: "//me:s3cret@e.com/a"), "//<redacted>@e.com/a")
    expectEqual(Redaction.standard.redacted(urlText: "a?token=s3cret"), "a?token=<redacted>")
    expectEqual(Redaction.standard.redacted(urlText: "/a//b@c"), "/a//b@c")
  }

  @Test func anInvalidURLIsRedacted() {
    expectEqual(
      Redaction.standard.redacted(urlText: "https://me:s3cret@exa mple?token=a b"),
      "https://<redacted>@exa mple?token=<redacted>")
  }

  @Test func descriptionsContainNoSecrets() throws {
    let headers: HTTPHeaders = [
      "Authorization": "s3cret", "Cookie": "s3cret", "Proxy-Authorization": "s3cret", "Set-Cookie": "s3cret",
      "X-A": "1",
    ]
    let request = TransportRequest(
      url: try #require(URL(string: "https://me:s3cret@example.com/?token=s3cret")), headers: headers)
    let head = ResponseHead(status: 200, headers: headers)
    for text in [
      "\(headers)", "\(headers[0])", "\(request)", "\(head)", "\([request])",
      "\(String(describing: Optional(head)))",
    ] {
      #expect(!text.contains("s3cret"), "\(text)")
    }
    #expect("\(head)".contains("X-A: 1"))
  }
}
