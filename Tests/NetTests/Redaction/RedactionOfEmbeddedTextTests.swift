import Foundation
import TestSupport
import Testing

@testable import Net

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

  /// As `encodeURIComponent` writes it, without a name before it.
  private static func encoded(_ text: String) -> String {
    "ok " + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
  }

  /// JSON with escapes for all delimiters but `%`, most of which .NET escapes.
  private static func escapedJSON(_ text: String) -> String {
    let units = text.utf16.map { unit -> String in
      let scalar = Unicode.Scalar(unit) ?? " "
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "%" {
        return String(scalar)
      }
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return #"{"ok":1,"a":""# + units.joined() + #""}"#
  }

  private static let enclosures: [String: @Sendable (String) -> String] = [
    "json": { json($0) }, "escaped json": { escapedJSON($0) }, "form": { form($0) }, "xml": { xml($0) },
    "cdata": { cdata($0) },
    "attribute": { attribute($0) }, "part": { part($0) }, "encoded": { encoded($0) },
  ]

  private static let texts: [String: String] = [
    "json": #"{"user":"me","password":"s3cret"}"#,
    "json with a number": #"{"pin":4711,"x":"s3cret","secret":{"x":"s3cret"}}"#.replacing(
      #""x":"s3cret","#, with: ""),
    "xml": "<user><name>me</name><password>s3cret</password></user>",
    "xml with a declaration":
      "<?xml version=\"1.0\"?>\n<user><password a=\"b\"><x>s3cret</x></password></user>",
    "form": "user=me&pass%77ord=s3cret&code=s3cret",
    "form with a secret first": "code=s3cret&user=me",
    "form of a URL": "user=me&next=https%3A%2F%2Fh%2F%3Ftoken%3Ds3cret",
    "form of one field": "next=https%3A%2F%2Fme%3As3cret%40h%2F",
  ]

  @Test(arguments: enclosures.keys.sorted(), texts.keys.sorted())
  func aSecretInAnEmbeddedTextIsHidden(_ enclosure: String, _ text: String) throws {
    let enclose = try #require(Self.enclosures[enclosure])
    let content = try #require(Self.texts[text])
    let body = enclose(content)
    let shown = redacted(body, enclosure == "part" ? "multipart/form-data; boundary=x" : nil)
    #expect(!shown.contains("s3cret"), "\(shown)")
    #expect(!shown.contains("4711"), "\(shown)")
    #expect(shown.contains("redacted"))
    #expect(!body.contains("ok") || shown.contains("ok"))
  }

  @Test(arguments: [
    "<a><![CDATA[user=me&code=s3cret", "<a>user%3Dme%26code%3Ds3cret", "{\"a\":\"user%3Dme%26code%3Ds3cret",
    "<a b=\"user=me&amp;code=s3cret", "<a b='user%3Dme%26code%3Ds3cret' c='d'/>",
    "<a b=user%3Dme%26code%3Ds3cret c=d/>", "<a>x=1&amp;next=https%3A%2F%2Fh%2F%3Ftoken%3Ds3cret</a>",
    "<a>data=%7B%22password%22%3A%22s3cret%22%7D</a>", "see password%3Ds3cret, please",
    "https://h.example/a%20b/token%3Ds3cret/c", "<a>%3Cpassword%3Es3cret%3C%2Fpassword%3E</a>",
    "<a>user%253Dme%2526password%253Ds3cret</a>", "<a>100%<b>password%3Ds3cret</b></a>",
  ])
  func aSecretInAFormOrAPercentEncodedTextIsHidden(_ text: String) {
    let shown = redacted(text)
    #expect(!shown.contains("s3cret") && shown.contains("redacted"), "\(shown)")
  }

  /// What is no escape stands for itself, and so does a byte that is not UTF-8.
  @Test(arguments: [
    "x=1&data=password%3Ds3cret%2", "x=1&data=password%3Ds3cret%", "x=1&data=%zz+password%3Ds3cret",
    "x=1&data=caf%E9+password%3Ds3cret", "see password%3Ds3cret%E9", "<a>100% password%3Ds3cret</a>",
    "{\"a\":\"password%3Ds3cret%e9%\"}", "https://h.example/?next=%FF%3Ftoken%3Ds3cret",
    "pass%77ord%FF=s3cret&x=1",
  ])
  func aSecretBesideAMalformedEscapeIsHidden(_ text: String) {
    let shown = redacted(text, text.contains("&") ? "application/x-www-form-urlencoded" : nil)
    #expect(!shown.contains("s3cret") && shown.contains("redacted"), "\(shown)")
  }

  @Test(arguments: [
    #"{"a":"{\u0022password\u0022:\u0022s3cret"#, #"{"a":"{\u0022password\u0022:\u0022s3cret\u00"#,
    #"{"a":"\x{\u0022password\u0022:\u0022s3cret\u0022}"}"#,
    #"{"a":"\ud83d{\u0022password\u0022:\u0022s3cret\u0022}"}"#,
    "{\"a\":\"\n{\\u0022password\\u0022:\\u0022s3cret\\u0022}\"}",
    #"{"a":"\udc00\u{\u0022password\u0022:\u0022s3cret"#,
    #"{"\u0070assword\q":"s3cret"}"#, #"{"a":"password\u003Ds3cret"#,
  ])
  func aSecretBesideAMalformedEscapeOfJSONIsHidden(_ text: String) {
    let shown = redacted(text)
    #expect(!shown.contains("s3cret") && shown.contains("redacted"), "\(shown)")
  }

  @Test(arguments: [
    #""a\"\\\/\b\f\n\r\tz""#: "a\"\\/\u{8}\u{c}\n\r\tz",
    #""\u00fC\uD83D\uDE00\ud83dx\ude00""#: "ü😀\u{fffd}x\u{fffd}",
    #""\q\u12""#: "\\q\\u12", #""a\"#: "a\\", #""\u12g4\ud83d\u0041""#: "\\u12g4\u{fffd}A",
  ])
  func theTextOfAStringIsUnescaped(quoted: String, text: String) {
    expectEqual(JSONSecrets.text(Array(quoted.utf8)[...]), text)
  }

  // Text without a `&` is not recognized as a form.
  @Test(arguments: enclosures.keys.sorted(), texts.keys.filter { $0 != "form with a secret first" }.sorted())
  func aSecretInTheBeginningOfATextIsHidden(_ enclosure: String, _ text: String) throws {
    let enclose = try #require(Self.enclosures[enclosure])
    let body = Data(enclose(try #require(Self.texts[text])).utf8)
    let type = enclosure == "part" ? "multipart/form-data; boundary=x" : nil
    let shown = (0..<body.count).map { count in
      let hidden = Redaction.standard.redacted(body: body.beginning(of: count), contentType: type)
      return String(decoding: hidden, as: UTF8.self)
    }
    expectEqual(shown.filter { $0.contains("s3cre") }, [])
  }

  @Test(arguments: [
    #"failed: {"a":"{\u0022password\u0022:\u0022s3cret\u0022}","b":1}"#,
    #"failed: {"a":"{\u0022password\u0022:\u0022s3cret"#,
    #"data: {"a":"[{\u0022b\u0022:1, \u0022client_secret\u0022:{\u0022value\u0022:\u0022s3cret\u0022}}]"}"#,
    #"failed: {"a":"\u003ca\u003e\u003cpassword\u003es3cret\u003c/password\u003e\u003c/a\u003e"}"#,
    #"failed: {"a":"user=me\u0026code=s3cret"}"#, #"failed: \u0022password\u0022:\u0022s3cret\u0022"#,
  ])
  func aSecretInAStringWithEscapesInATextIsHidden(_ text: String) {
    let shown = redacted(text)
    #expect(!shown.contains("s3cret") && shown.contains("redacted"), "\(shown)")
  }

  @Test(arguments: [
    "<a>user%3Dme%26count%3D3</a>", "<a>user=me&amp;count=3</a>", "<p style='width:50%'>50% of 3%20</p>",
    "https://h.example/a%20b/c%3Dd?e=%7B%22f%22%3A1%7D", "{\"a\":\"50%25 off\"}",
    #"failed: {"a":"{\u0022b\u0022:\u00fc\u00""#, "<a><![CDATA[a=1&b=2]]></a>", "a=100%&b=caf%E9%2&c=%zz%41",
  ])
  func aTextWithoutSecretsStaysAsItIs(_ text: String) { expectEqual(redacted(text), text) }

  @Test(arguments: enclosures.keys.sorted(), enclosures.keys.sorted())
  func aSecretInATextInATextIsHidden(_ outer: String, _ inner: String) throws {
    let encloseFirst = try #require(Self.enclosures[inner])
    let enclose = try #require(Self.enclosures[outer])
    let body = enclose(encloseFirst(#"{"password":"s3cret"}"#))
    // A part within another text is not recognized as one; CDATA ends at its first end.
    guard inner != "part" || outer == "part", !(outer == "cdata" && inner == "cdata") else { return }
    let shown = redacted(body, outer == "part" ? "multipart/form-data; boundary=x" : nil)
    #expect(!shown.contains("s3cret"), "\(shown)")
  }

  @Test func theTextAroundAnEmbeddedOneStays() {
    expectEqual(
      redacted(#"{"xml":"<password>s3cret</password>","n":1}"#),
      #"{"xml":"<password>&lt;redacted&gt;</password>","n":1}"#)
    expectEqual(redacted(#"{"form":"user=me&code=s3cret"}"#), #"{"form":"user=me&code=<redacted>"}"#)
    expectEqual(
      redacted("<a>{&quot;password&quot;:&quot;s3cret&quot;}</a>"),
      "<a>{&quot;password&quot;:&quot;&lt;redacted&gt;&quot;}</a>")
  }

  @Test(arguments: [
    #"{"a":"x < 3 & y = <b>bold</b>"}"#, #"{"a":"code = 5"}"#, #"{"a":"a=1&b=2"}"#,
    "<a>&lt;b&gt;&apos;bold&apos;&lt;/b&gt; &amp; {&quot;a&quot;:1}</a>", "<a b='x &amp; y'/>",
    "a=%3Cb%3Ebold%3C%2Fb%3E+x&b=1",
  ])
  func anEmbeddedTextWithoutSecretsIsUnchanged(_ body: String) {
    expectEqual(redacted(body), body)
  }

  /// The recursion ends, and what is inside is searched as text.
  @Test func aTextInManyTextsIsHidden() {
    var body = "https://me:s3cret@example.com/ password=s3cret"
    for _ in 0..<4 { body = Self.json(body) }
    #expect(!redacted(body).contains("s3cret"))
  }

  /// A name may be a URL or another text, too: JSON may have a member for each URL.
  @Test(arguments: [
    (#"{"https://me:s3cret@example.com/": 1}"#, #"{"https://<redacted>@example.com/": 1}"#),
    (#"{"a": {"/b?code=s3cret&c=d": [1]}}"#, #"{"a": {"/b?code=<redacted>&c=d": [1]}}"#),
    (#"{"https:\/\/me:s3cret@example.com": 1}"#, #"{"https://<redacted>@example.com": 1}"#),
    ("{\"a\npassword=s3cret\nb\": 1}", "{\"a\npassword=<redacted>\nb\": \"<redacted>\"}"),
  ])
  func aSecretInTheNameOfAMemberIsHidden(body: String, expected: String) {
    expectEqual(redacted(body), expected)
    expectEqual(redacted(redacted(body)), expected)
  }

  /// JSON has no line breaks in strings, so this is a text that begins like it.
  @Test func aLineBetweenTwoQuotesIsSearched() {
    expectEqual(redacted("{\"\npassword=s3cret\n\":"), "{\"\npassword=<redacted>\n\":")
  }
}
