import Foundation
import Net
import TestSupport
import Testing

/// Texts that begin like JSON, a form, a multipart body or XML: every text is searched, whatever it claims to be
/// (decision 30).
@Suite struct RedactionOfClaimedFormatsTests {
  private func redacted(_ body: String, _ type: String? = nil) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8), contentType: type), as: UTF8.self)
  }

  private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.s3cretSignature"

  /// What any text may contain.
  private static let secrets = [
    "login password=s3cret", "Authorization: Bearer s3cretValue99", "\naws_secret_access_key=s3cret",
    "\naws_secret_access_key = s3cret", "https://u:s3cret@h/", "https://h/?token=s3cret", jwt,
    "-----BEGIN RSA PRIVATE KEY-----\ns3cret\n-----END RSA PRIVATE KEY-----", "\napi_key: s3cret",
    "{\"token\":\"s3cret\"}", "{\"a\":\"x\",\"u\":\"https://h/?token=s3cret\"}", "client_secret=\"s3cret\"",
    "sk_live_s3cretValue99aaaaaaaaa", "\n  password: s3cret", "\n- password: s3cret", "\n\tpassword: s3cret",
    "-H 'X-Api-Key: s3cret'", "login failed: password: s3cret", "{'token': 's3cret'}", "{password=s3cret}",
  ]

  private static let beginnings = [
    "", "[a]", "[default]", "[2026-11-27 10:00:01]", "[error]", "[1]", "[]", "{}", "{error}", "{\"ok\":1}",
    "{\"ok\":1}\n",
    "[\"a\"]", "[[[", "{{ a }}", "[AnyHashable(\"url\"):", "{a=", "{'a': 1,", "{\"a\":NaN}", "{\"a\":1}/*",
    "---", "---\n", "--- # config\n", "-- dump\n", "--- a/.env\n+++ b/.env\n", "----- log -----", "--\n",
    "--a\r\n",
    "retry=3 (Tom & Jerry)\n", "a=1&", "a=b &", "x=1 & y\n", "a=b", "key=1&", "Result = ok; R&D", "a=1&b=x\n",
    "a=1&b=[x] ",
    "<info>", "<6>Nov 27", "<a>", "<!-- a -->", "<?xml?>", "<", "data:", "event: x\ndata: [DONE]", "null",
    "1", "\"a\"", "true",
    "\u{feff}[a]", " \n[a]", "\u{feff}---\n",
  ]

  @Test(arguments: beginnings)
  func aSecretAfterAnyBeginningIsHidden(_ beginning: String) {
    let shown = Self.secrets.map { redacted("\(beginning) \($0)") }
    expectEqual(shown.filter { $0.contains("s3cret") }, [])
    #expect(shown.allSatisfy { $0.hasPrefix(beginning.prefix(3)) })
  }

  @Test(arguments: [
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html",
    "application/xml", "text/event-stream", "text/plain",
  ])
  func aSecretInATextOfAnotherTypeIsHidden(_ type: String) {
    let shown =
      Self.secrets.map { redacted("[a] \($0)", type) } + Self.secrets.map { redacted("a \($0)", type) }
    expectEqual(shown.filter { $0.contains("s3cret") }, [])
  }

  @Test(arguments: [
    "{\"message\":\"[auth] token=s3cret\"}", "a=1&b=[x]%20token%3Ds3cret", "note=[x]+token%3Ds3cret",
    "https://h.test/?m=%5Bx%5D%20token%3Ds3cret", "<a>[x] token=s3cret</a>",
    "<a><![CDATA[[x] token=s3cret]]></a>",
    "{\"a\":\"{token=s3cret}\"}", "{\"a\":\"[redacted] Authorization: Bearer s3cretValue99\"}",
    "{\"a\":\"---\\npassword: s3cret\"}", "{\"a\":\"a=1&https://u:s3cret@h/\"}",
    "{\"query\":\"mutation { login(password: \\\"s3cret\\\") }\"}", "a=%3Cinfo%3E%20Authorization:%20s3cret",
  ])
  func aSecretInATextWithinATextIsHidden(_ body: String) {
    let shown = redacted(body)
    #expect(!shown.contains("s3cret") && shown.contains("redacted"), "\(shown)")
  }

  @Test(arguments: [
    "--x\r\n\r\npreamble token=s3cret\r\n--x--\r\n",
    "token=s3cret\r\n--x\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x--\r\n",
    "--x\r\nContent-Type: text/plain\r\n\r\nhi\r\n--x--\r\nepilogue token=s3cret",
    "--x\r\nContent-Disposition: form-data; name=\"a\"\r\nX-Api-Key: s3cret\r\n\r\nhi\r\n--x--\r\n",
    "--x\r\nX-Api-Key: s3cret\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhi\r\n--x--\r\n",
    "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"token=s3cret\"\r\n\r\nhi\r\n--x--\r\n",
    "--x\r\nContent-Type: application/http\r\n\r\nGET /?token=s3cret HTTP/1.1\r\nX-Api-Key: s3cret\r\n\r\n--x--\r\n",
    "preamble\r\n--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cret\r\n--x--\r\n",
  ])
  func aSecretAroundThePartsIsHidden(_ body: String) {
    let shown = redacted(body, "multipart/form-data; boundary=x")
    #expect(!shown.contains("s3cret") && shown.contains("redacted"), "\(shown)")
    #expect(!body.contains("hi") || shown.contains("\r\n\r\nhi\r\n--x--"))
  }

  /// Only the boundary of the type tells a delimiter from a line of the preamble (RFC 2046 section 5.1.1).
  @Test(arguments: ["--\r\n", "--other\r\n", "-- \r\nAda\r\n", "{\"a\": 1}\r\n", "[1]\r\n"])
  func aSecretAfterAPreambleOfOtherSyntaxIsHidden(_ preamble: String) {
    let body = "\(preamble)--X\r\nContent-Disposition: form-data; name=password\r\n\r\ns3cret\r\n--X--\r\n"
    let hidden = body.replacing("s3cret", with: "<redacted>")
    expectEqual(redacted(body, "Multipart/Form-Data; boundary=\"X\""), hidden)
  }

  @Test func aSecretAfterAPreambleInANestedMultipartBodyIsHidden() {
    let inner = "--\r\n--Y\r\nContent-Disposition: form-data; name=password\r\n\r\ns3cret\r\n--Y--\r\n"
    let body = "--X\r\nContent-Type: multipart/mixed; boundary=Y\r\n\r\n\(inner)\r\n--X--\r\n"
    expectEqual(
      redacted(body, "multipart/form-data; boundary=X"), body.replacing("s3cret", with: "<redacted>"))
  }

  /// A type may have the boundary of another body.
  @Test func aSecretInAPartIsHiddenEvenIfTheBoundaryOfTheTypeDiffers() {
    let body = "--x\r\nContent-Disposition: form-data; name=password\r\n\r\ns3cret\r\n--x--\r\n"
    expectEqual(
      redacted(body, "multipart/form-data; boundary=y"), body.replacing("s3cret", with: "<redacted>"))
  }

  @Test func aURLWithoutANameInAFormIsHidden() {
    expectEqual(redacted("a=1&https://u:s3cret@h/&b=2"), "a=1&https://<redacted>@h/&b=2")
    expectEqual(redacted("a=1&https://u:s3cret@h/?x=1"), "a=1&https://<redacted>@h/?x=1")
    expectEqual(redacted("code=s3&state=s3"), "code=<redacted>&state=<redacted>")
  }

  @Test(arguments: [
    "{\"c\":[\"token\", \"s\"]}", "{\"a\":[true,false,null,-1.5e+3],\"b\":\"token\"}",
    "{\"a\":\"b\"}\n{\"a\":\"c\"}\n",
    "[2026-11-27 10:00:01] GET /a 200 in 5 ms", "[auth: ok] session: started, tokens: 3",
    "[{\"a\":NaN,\"auth\":{\"user\":1}}]",
    "{\"a\":NaN,\"password\":null}", "--- a/file\n+++ b/file\n-a: 1\n+a: 2\n", "---\nname: a\nkeys:\n  - b\n",
    "retry=3 (Tom & Jerry)\nContent-Type: text/html\n", "<info> started: 5 & b=c", "a=1&b&c=2&https://h/?d=1",
    "--x\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nb: c\r\n--x--\r\n",
    "[arn:aws:secretsmanager:us-east-1:123:key] urn:ietf:params:oauth:token-type:jwt",
    "{a} func login(password: String)",
    "{ mutation($password: String!) { login(password: $password) { id } } }",
  ])
  func aTextWithoutSecretsIsUnchanged(_ body: String) { expectEqual(redacted(body), body) }

  @Test(
    .heavy,
    arguments: [
      "[a ", "{a\"", "[\"value\":x", "{\"value\":", "{\"name\":\"password\",\"value\":1,", "{\"name\":[",
      "- ", "password: a,",
      "\npassword:\n ", "--a\r\nContent-Type: a\r\n\r\n", "a=b&c", "<name>token</name><x>",
      "<key>token</key>",
      "<p name=\"token\">", "password: Bearer ", "-----BEGIN PRIVATE KEY",
    ], ["", "[", "<a>"])
  func hostileTextTakesLinearTime(unit: String, beginning: String) {
    func time(_ count: Int) -> Duration {
      let text = Data((beginning + String(repeating: unit, count: count / unit.utf8.count)).utf8)
      return processorTime { _ = Redaction.standard.redacted(body: text) }
    }
    expectLinearTime(from: 4_000, time: time)
  }
}
