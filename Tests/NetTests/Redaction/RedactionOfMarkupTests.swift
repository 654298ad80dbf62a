import Foundation
import Net
import TestSupport
import Testing

struct RedactionOfMarkupTests {
  private func redacted(_ body: String) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8)), as: UTF8.self)
  }

  @Test func aHiddenValueStaysAsItIs() {
    let body = "<?token: s3cret; name=b"
    expectEqual(redacted(body), "<?token: &lt;redacted&gt;; name=b")
    expectEqual(redacted(redacted(body)), redacted(body))
  }

  @Test(arguments: [
    "\n<value>s3cret</value>", "a<b>c</b>s3cret", "<value>s3cret</value>", "<b/>s3cret",
    "<![CDATA[s3cret]]>", "<![CDATA[</password>]]>s3cret", "<!-- </password> -->s3cret",
    "<!-- c --><value>s3cret</value>", "<?a </password>?>s3cret",
    "<password>a</password>s3cret", "<password/>s3cret", "<password a='/'>b</password>s3cret",
    "<passwords>a</passwords>s3cret", "<b c='</password>'>s3cret</b>", "<b c=\">\">s3cret</b>",
  ])
  func theWholeContentOfASecretElementIsRedacted(_ content: String) {
    let body = "<a><password>\(content)</password><c>ok</c></a>"
    expectEqual(redacted(body), "<a><password>&lt;redacted&gt;</password><c>ok</c></a>")
  }

  @Test(arguments: [
    "<p:password>", "<password xmlns='urn:a'>", "<password a='>'>", "<password a='x/>y'>", "<password\n>",
    "<p:password\n\tb = \"c\" >", "<x:client_secret>",
  ])
  func aStartTagOfAnyFormIsRecognized(_ tag: String) throws {
    let name = try #require(tag.dropFirst().split { " >\n".contains($0) }.first)
    expectEqual(
      redacted("<a>\(tag)\n<b>s3cret</b></\(name) ><c>ok</c></a>"),
      "<a>\(tag)&lt;redacted&gt;</\(name) ><c>ok</c></a>")
  }

  @Test(arguments: [
    "<password>s3cret", "<password>\n<value>s3cret", "<password><value>a</value><value>s3cret</val",
    "<password><!-- s3cret", "<password><![CDATA[s3cret", "<password><b c='s3cret",
    "<password></passwor>s3cret",
    "<password><password>a</password>s3cret", "<password>a</", "<password>a<",
  ])
  func aTruncatedElementIsRedactedToTheEndOfTheText(_ text: String) {
    expectEqual(redacted("<a>\(text)"), "<a><password>&lt;redacted&gt;")
  }

  /// A quote is missing, or a value has a character that is not allowed in it.
  @Test(arguments: [
    "<password a=\"<\">s3cret</password>", "<password a=\">s3cret</password><x b=\"c\">",
    "<password a='/>s3cret</password>", "<password a='<'/>s3cret</password>",
  ])
  func anInvalidStartTagHidesTheContent(_ text: String) {
    #expect(!redacted("<a>\(text)</a>").contains("s3cret"))
  }

  @Test(arguments: [
    "<a><password/>ok</a>", "<a><password b='c'/>ok</a>", "<a><password></password>ok</a>",
    "<a><password>\n</password>ok</a>", "<a><password_length>8</password_length></a>", "<a><password",
    "<a><password/", "<a></password>ok</a>", "<!-- <a> -->ok", "<a b = \"c\" />", "<a token>b</a>",
  ])
  func markupWithoutSecretsIsUnchanged(_ text: String) {
    expectEqual(redacted(text), text)
  }

  /// Under `session` only texts are secret.
  @Test func anElementThatIsOnlySecretAsATextIsSearched() {
    expectEqual(
      redacted("<session>s3cret</session><session><!-- a --><id>1</id><pin>2</pin></session>"),
      "<session>&lt;redacted&gt;</session><session><!-- a --><id>1</id><pin>&lt;redacted&gt;</pin></session>")
  }

  @Test(arguments: [
    "<x Password = \"s3cret\"/>", "<x Password\n=\n's3cret' b=\"c\"/>", "<x p:token= 's3cret'/>",
    "<x password = s3cret>", "<input name=\"password\" value=\"s3cret\">",
    "<input name = 'password' value = 's3cret'>", "<input VALUE = \"s3cret\" NAME=\"password\">",
    "<input name=password value=s3cret>", "<meta name = csrf-token content = s3cret>",
  ])
  func anAttributeWithASecretNameIsRedacted(_ tag: String) {
    expectEqual(redacted("<a>\(tag)</a>"), "<a>\(tag.replacing("s3cret", with: "&lt;redacted&gt;"))</a>")
  }

  @Test func aQuotedValueAfterASpacedEqualsSignIsRedactedInText() {
    expectEqual(
      redacted("log: password = \"s3cret\", a = \"b\""), "log: password = \"<redacted>\", a = \"b\"")
  }

  /// Many elements in or before comments and processing instructions, of which a secret one may begin with an element.
  @Test(
    .heavy,
    arguments: [
      "<!--<auth><!---->", "<!--<auth>", "<auth><!-- ", "<auth><? ", "<auth><?--><!--?>", "<auth>",
      "<auth a='",
      "<a b=\"&quot;", "&lt;", "a=&lt;a>", ">", "<a>{&quot;", "<pass>&lt;!--",
    ], ["", "--><b>", "?><b>"])
  func hostileMarkupTakesLinearTime(unit: String, end: String) {
    func time(_ count: Int) -> Duration {
      let text = Data(("<a>" + String(repeating: unit, count: count / unit.utf8.count) + end).utf8)
      return processorTime { _ = Redaction.standard.redacted(body: text) }
    }
    expectLinearTime(from: 4_000, time: time)
  }
}
