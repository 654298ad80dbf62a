import Foundation
import TestSupport
import Testing

@testable import Net

/// Texts whose delimiters are escaped, within another text: a line of a log, the content of an element after a prefix.
@Suite struct RedactionOfEscapedTextTests {
  private static func redacted(_ body: String) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8)), as: UTF8.self)
  }

  private static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
  }

  private static func numeric(_ text: String) -> String {
    text.map { "<>&\"'".contains($0) ? "&#\($0.asciiValue ?? 0);" : String($0) }.joined()
  }

  private static func hexadecimal(_ text: String) -> String {
    text.map { "<>&\"'".contains($0) ? "&#x\(String($0.asciiValue ?? 0, radix: 16));" : String($0) }.joined()
  }

  private static func string(_ text: String) -> String { JSONValue.string(text).description }

  /// As .NET writes a string of JSON.
  private static func units(_ text: String) -> String {
    "\""
      + text.map {
        guard let byte = $0.asciiValue, "<>&\"'\\".contains($0) else { return String($0) }
        return "\\u00\(String(byte, radix: 16, uppercase: true))"
      }.joined() + "\""
  }

  private static func percents(_ text: String) -> String { PercentEncoding.escaped(Array(text.utf8)) }

  /// As a form: `+` for a space.
  private static func form(_ text: String) -> String {
    "page=1&text=" + percents(text).replacing("%20", with: "+")
  }

  private static let escapes: [String: @Sendable (String) -> String] = [
    "references": { xml($0) }, "two levels of references": { xml(xml($0)) },
    "three levels of references": { xml(xml(xml($0))) }, "numbers": { numeric($0) },
    "hexadecimal numbers": { hexadecimal($0) },
    "string": { string($0) }, "string in a string": { string(string($0)) },
    "three strings": { string(string(string($0))) },
    "units": { units($0) }, "string in units": { units(string($0)) }, "units in units": { units(units($0)) },
    "units in a string": { string(units($0)) },
    "references in a string": { string(xml($0)) }, "string in references": { xml(string($0)) },
    "references in units": { units(xml($0)) }, "units in references": { xml(units($0)) },
    "JSON in a member": { string("{\"a\":\(string($0))}") }, "CDATA": { "<![CDATA[say: \($0)]]>" },
    "percent-encoding": { percents($0) }, "two levels of percent-encoding": { percents(percents($0)) },
    "form": { form($0) }, "form in a form": { form(form($0)) }, "form in a string": { string(form($0)) },
    "form in units": { units(form($0)) }, "form in references": { xml(form($0)) },
    "string in a form": { form(string($0)) }, "references in a form": { form(xml($0)) },
    "string in references in a form": { form(xml(string($0))) },
    "form in percent-encoding": { percents(form($0)) },
    "string with slashes": { string($0).replacing("/", with: "\\/") },
  ]

  private static let texts: [String: String] = [
    "JSON": #"{"user":"me","password":"s3cret"}"#, "object": #"{"secret":{"value":"s3cret"}}"#,
    "element": "<password>s3cret</password>", "elements": "<a>\n<password b=\"c\">s3cret</password>\n</a>",
    "nested": "<password><value>s3cret</value></password>", "attribute": "<a password=\"s3cret\"/>",
    "pair": "see password=\"s3cret\", please", "quoted": #"{"secret":"a \"s3cret\" b"}"#,
    "lines": "{\n\t\"user\": 1,\r\n\"password\"\t:\n\"s3cret\"\n}",
    "credentials": "Authorization: Bearer s3cretS3CRET", "URL": "https://me:s3cret@h.example/a?b=c",
    "form": "page=1&code=s3cret", "form with a secret first": "code=s3cret&page=1",
    "values below": "{\"password\": \r\n \"s3cret\"}",
  ]

  private static let surroundings: [String: @Sendable (String) -> String] = [
    "line": { "failed: \($0)" }, "lines": { "1 failed\nbody: \($0)\nat 12:30" },
    "element": { "<a>failed: \($0)</a>" }, "elements": { "<a>\n<b c=\"d\">failed: \($0) at 12:30</b></a>" },
    "event": { "data: \($0)\n\n" }, "array": { "[info] \($0)" },
  ]

  @Test(arguments: escapes.keys.sorted(), texts.keys.sorted())
  func aSecretInAnEscapedTextIsHidden(_ escape: String, _ text: String) throws {
    let text = try #require(Self.texts[text])
    let escaped = try #require(Self.escapes[escape]?(text))
    let shown = Self.surroundings.values.map { Self.redacted($0(escaped)) }
    expectEqual(shown.filter { $0.contains("s3cret") || !$0.contains("redacted") }, [])
  }

  @Test(arguments: escapes.keys.sorted(), texts.keys.sorted())
  func noPartOfASecretStaysWhereverAnEscapedTextIsCut(_ escape: String, _ text: String) throws {
    let text = try #require(Self.texts[text])
    let escaped = try #require(Self.escapes[escape]?(text))
    for surround in ["line", "elements"].compactMap({ Self.surroundings[$0] }) {
      let body = Data(surround(escaped).utf8)
      let first = body.range(of: Data("s3".utf8))?.lowerBound ?? 0
      let beginnings = Set((first..<body.count).map { body.beginning(of: $0) })
      let shown = beginnings.map { String(decoding: Redaction.standard.redacted(body: $0), as: UTF8.self) }
      expectEqual(shown.filter { $0.contains("s3cre") }, [])
    }
  }

  @Test(arguments: [
    (
      "failed: &lt;a&gt;&lt;password&gt;s3cret&lt;/password&gt; it's \"ok\" &lt;/a&gt;, 1 < 2",
      "failed: &lt;a&gt;&lt;password&gt;&lt;redacted&gt;&lt;/password&gt; it's \"ok\" &lt;/a&gt;, 1 < 2"
    ),
    (
      "<p>it's: &lt;password&gt;s3cret&lt;/password&gt; &#10;</p>",
      "<p>it's: &lt;password&gt;&lt;redacted&gt;&lt;/password&gt; &#10;</p>"
    ),
  ])
  func theTextAroundTheSecretStays(_ text: String, _ shown: String) {
    expectEqual(Self.redacted(text), shown)
  }

  @Test(arguments: [
    "if a &lt; b &amp;&amp; c &gt; d, it's &quot;so&quot;",
    "<p>Enter a &quot;password&quot; &amp; a name</p>",
    "see List&lt;Token&gt; and Set&lt;Password&gt; too",
    "<p>List&lt;Token&gt;, &lt;password&gt; is a tag</p>",
    #"open "C:\temp\token\new" or \\server\u0022"#,
    #"failed: "{\"a\":\"{\\\"b\\\":1}\"}""#,
    #"<script>var a = "\u003cb\u003e", c = "\\";</script>"#,
    "here: token += character, 50%25 more", "a %40 b += c + 'token' + d",
    "&lt;&amp;lt;&amp;amp;quot;&#0;&#x110000;&bogus;&",
    #"regex: "\"(token|password)\"\\s*:\\s*\"([^\"]*)\"""#,
  ])
  func anEscapedTextWithoutSecretsIsUnchanged(_ text: String) { expectEqual(Self.redacted(text), text) }

  /// As a SAML assertion or a token in a line of a log.
  @Test(arguments: [300, 5_000, 15_000])
  func theContentOfALongElementInATextIsHidden(count: Int) {
    let content = String(repeating: "s3cret+/ ", count: count / 9)
    for tag in ["Token", "password", "x:client_secret"] {
      let shown = Self.redacted("got <\(tag) a=\"b\">\(content)</\(tag)> at 12:30")
      expectEqual(shown, "got <\(tag) a=\"b\"><redacted></\(tag)> at 12:30")
    }
  }

  @Test(arguments: [300, 5_000, 15_000])
  func theContentOfALongElementThatIsCutIsHidden(count: Int) {
    let content = String(repeating: "s3cret+/ ", count: count / 9)
    let text = "got <Token a=\"b\">\(content)</Token> at 12:30"
    let shown = [30, 200, count / 2, count - 9].map { Redaction.standard.redacted(text: text.cut(to: $0)) }
    expectEqual(shown.filter { $0.contains("s3cre") }, [])
  }

  /// A type with a parameter is no element, however far away its name is in an end tag.
  @Test func aTypeWithAParameterIsNoElement() {
    let text = "List<Token> and Set<Password>\n" + String(repeating: "a ", count: 500) + "</Token></Password>"
    expectEqual(Self.redacted(text), text)
  }

  @Test(
    .heavy,
    arguments: [
      "&lt;", "&amp;lt;", "&lt;token&gt;", " <token>", "<token><!--", " <token a='", "\\u0022", "\\\"",
      "\\\\", "<a>&lt;", "<token></tokem>", "x: &quot;password&quot;: ",
      "&#60;token&#62;", "\"{\\\"", "&amp;",
    ])
  func hostileEscapesTakeLinearTime(unit: String) {
    func time(_ count: Int) -> Duration {
      let text = "a " + String(repeating: unit, count: count / unit.utf8.count)
      return processorTime {
        _ = Redaction.standard.redacted(text: text)
        _ = text.beginning(of: text.utf8.count - 1)
      }
    }
    expectLinearTime(from: 8_000, time: time)
  }
}
