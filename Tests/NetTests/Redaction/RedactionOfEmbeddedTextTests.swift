import Foundation
import Net
import TestSupport
import Testing

/// Texts in texts: each is searched for what it is, wherever it is.
@Suite struct RedactionOfEmbeddedTextTests {
  private func redacted(_ body: String, _ type: String? = nil) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8), contentType: type), as: UTF8.self)
  }

  private static func json(_ text: String) -> String {
    "{\"a\":\(JSONValue.string(text).description),\"b\":\"ok\"}"
  }

  private static func form(_ text: String) -> String {
    "a=\(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")&b=ok"
  }

  private static func xml(_ text: String) -> String {
    "<a>"
      + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;") + "</a>"
  }

  private static func cdata(_ text: String) -> String { "<a><![CDATA[\(text)]]></a>" }

  private static func attribute(_ text: String) -> String {
    "<a b=\""
      + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\"", with: "&quot;") + "\"/>"
  }

  private static func part(_ text: String) -> String {
    "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n--x--\r\n"
  }

  private static let enclosures: [String: @Sendable (String) -> String] = [
    "json": { json($0) }, "form": { form($0) }, "xml": { xml($0) }, "cdata": { cdata($0) },
    "attribute": { attribute($0) }, "part": { part($0) },
  ]

  private static let texts: [String: String] = [
    "json": #"{"user":"me","password":"s3cret"}"#,
    "json with a number": #"{"pin":4711,"x":"s3cret","secret":{"x":"s3cret"}}"#.replacing(
      #""x":"s3cret","#, with: ""),
    "xml": "<user><name>me</name><password>s3cret</password></user>",
    "xml with a declaration":
      "<?xml version=\"1.0\"?>\n<user><password a=\"b\"><x>s3cret</x></password></user>",
    "form": "user=me&pass%77ord=s3cret&code=s3cret",
  ]

  @Test(arguments: enclosures.keys.sorted(), texts.keys.sorted())
  func aSecretInAnEmbeddedTextIsHidden(_ enclosure: String, _ text: String) throws {
    // The delimiters of a form are not escaped in markup, where it is read as text.
    let enclose = try #require(Self.enclosures[enclosure])
    let content = try #require(Self.texts[text])
    let body = enclose(content)
    guard text != "form" || !["xml", "cdata", "attribute"].contains(enclosure) else { return }
    let shown = redacted(body, enclosure == "part" ? "multipart/form-data; boundary=x" : nil)
    #expect(!shown.contains("s3cret"), "\(shown)")
    #expect(!shown.contains("4711"), "\(shown)")
    #expect(shown.contains("redacted"))
    #expect(!body.contains("ok") || shown.contains("ok"))
  }

  @Test(arguments: enclosures.keys.sorted(), enclosures.keys.sorted())
  func aSecretInATextInATextIsHidden(_ outer: String, _ inner: String) throws {
    let encloseFirst = try #require(Self.enclosures[inner])
    let enclose = try #require(Self.enclosures[outer])
    let body = enclose(encloseFirst(#"{"password":"s3cret"}"#))
    // A part within another text is not recognized as one; CDATA ends at its first end.
    // A form in markup is read as text.
    guard inner != "part" || outer == "part", !(outer == "cdata" && inner == "cdata"),
      inner != "form" || !["xml", "cdata", "attribute"].contains(outer)
    else { return }
    let shown = redacted(body, outer == "part" ? "multipart/form-data; boundary=x" : nil)
    #expect(!shown.contains("s3cret"), "\(shown)")
  }

  @Test func theTextAroundAnEmbeddedOneStays() {
    #expect(
      redacted(#"{"xml":"<password>s3cret</password>","n":1}"#)
        == #"{"xml":"<password>&lt;redacted&gt;</password>","n":1}"#)
    #expect(
      redacted(#"{"form":"user=me&code=s3cret"}"#) == #"{"form":"user=me&code=<redacted>"}"#)
    #expect(
      redacted("<a>{&quot;password&quot;:&quot;s3cret&quot;}</a>")
        == "<a>{&quot;password&quot;:&quot;&lt;redacted&gt;&quot;}</a>")
  }

  @Test(arguments: [
    #"{"a":"x < 3 & y = <b>bold</b>"}"#, #"{"a":"code = 5"}"#, #"{"a":"a=1&b=2"}"#,
    "<a>&lt;b&gt;&apos;bold&apos;&lt;/b&gt; &amp; {&quot;a&quot;:1}</a>", "<a b='x &amp; y'/>",
    "a=%3Cb%3Ebold%3C%2Fb%3E+x&b=1",
  ])
  func anEmbeddedTextWithoutSecretsIsUnchanged(_ body: String) {
    #expect(redacted(body) == body)
  }

  /// The recursion ends, and what is inside is searched as text.
  @Test func aTextInManyTextsIsHidden() {
    var body = "https://me:s3cret@example.com/ password=s3cret"
    for _ in 0..<4 { body = Self.json(body) }
    #expect(!redacted(body).contains("s3cret"))
  }
}
