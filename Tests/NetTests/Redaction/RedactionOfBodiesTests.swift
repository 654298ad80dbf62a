import Foundation
import Net
import TestSupport
import Testing

struct RedactionOfBodiesTests {
  private func redacted(_ body: String, _ redaction: Redaction = .standard) -> String {
    String(decoding: redaction.redacted(body: Data(body.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    "password", "token", "access_token", "refresh_token", "id_token", "client_secret", "secret", "api_key",
    "Password", "accessToken", "refresh-token", "clientSecret",
  ])
  func commonSecretMembersAreRedacted(_ name: String) {
    expectEqual(redacted(#"{"\#(name)": "s3cret"}"#), #"{"\#(name)": "<redacted>"}"#)
  }

  @Test func textAroundSecretsIsUnchanged() {
    let text =
      "{ \"b\" : 1.00,\n\t\"a\": [true, null, \"token\"], \"tokens\": 3, \"c\": \"{\\\"x\\\": 1}\" }\n"
    expectEqual(redacted(text), text)
    expectEqual(
      redacted("{ \"b\" : 1.00,\n \"token\" : \"s3cret\" , \"a\": 2 }"),
      "{ \"b\" : 1.00,\n \"token\" : \"<redacted>\" , \"a\": 2 }")
  }

  @Test func nestedMembersAreRedacted() {
    expectEqual(
      redacted(#"[{"user": {"name": "ada", "auth": [{"password": "s3cret"}]}}]"#),
      #"[{"user": {"name": "ada", "auth": [{"password": "<redacted>"}]}}]"#)
  }

  @Test(arguments: [
    "12.5e3", "true", #"{"a": ["s3cret, }", {"b": 1}]}"#, #"["s3cret", "\"]"]"#, #""s3\"cret""#,
  ])
  func aWholeValueOfAnyKindIsRedacted(_ value: String) {
    expectEqual(redacted(#"{"token": \#(value), "a": 1}"#), #"{"token": "<redacted>", "a": 1}"#)
  }

  /// JSON text sequences (RFC 7464), frames of STOMP 1.2, whose end is NUL, and messages of SignalR.
  @Test(arguments: [
    (
      "\u{1e}{\"token\":\"s3cret\"}\n\u{1e}{\"a\":1}\n", "\u{1e}{\"token\":\"<redacted>\"}\n\u{1e}{\"a\":1}\n"
    ),
    (
      "CONNECT\nlogin:ada\npasscode:s3cret\nAuthorization:Bearer s3cret\n\n\0",
      "CONNECT\nlogin:ada\npasscode:<redacted>\nAuthorization:<redacted>\n\n\0"
    ),
    (
      "SEND\ndestination:/a\n\n{\"token\":\"s3cret\"}\0\n",
      "SEND\ndestination:/a\n\n{\"token\":\"<redacted>\"}\0\n"
    ),
    (
      "{\"token\":\"s3cret\"}\u{1e}{\"token\":\"s3cret\"}\u{1e}",
      "{\"token\":\"<redacted>\"}\u{1e}{\"token\":\"<redacted>\"}\u{1e}"
    ),
  ])
  func framesOfTextAreRedacted(body: String, expected: String) { expectEqual(redacted(body), expected) }

  @Test(arguments: [[0, 0x80], [0, 1], [0x1e, 0xff], [0, 0x7f]] as [[UInt8]])
  func bytesThatOnlyContainFramesAreUnchanged(end: [UInt8]) {
    let body = Data("token=s3cret".utf8) + end
    expectEqual(Redaction.standard.redacted(body: body), body)
  }

  @Test func nullIsUnchanged() {
    expectEqual(redacted(#"{"token":null,"a":1}"#), #"{"token":null,"a":1}"#)
  }

  @Test func anEscapedNameIsRecognized() {
    expectEqual(redacted(#"{"p\u0061ssword": "s3cret"}"#), #"{"p\u0061ssword": "<redacted>"}"#)
  }

  @Test(arguments: [
    #"{"token": "s3cre"#, #"{"token": "s3cret", "a": {"password": ["s3cr"#,
    #"{"token": "s3cret" "token": "s3cret"}"#,
    #"{"token": "s3\"#, #"{"token": s3cret"#, #"{"a": }, {"token": "s3cret"}"#,
  ])
  func secretsInTruncatedOrInvalidJSONAreRedacted(_ text: String) {
    let shown = redacted(text)
    #expect(!shown.contains("s3"))
    #expect(shown.contains("<redacted>"))
  }

  @Test(arguments: [#"{"token""#, #"{"token":"#, #"{"token": "#, "{", "[", #"{""#, #"{"\"#, #"{"token":}"#])
  func textThatEndsBeforeAValueIsUnchanged(_ text: String) {
    expectEqual(redacted(text), text)
  }

  @Test(arguments: [#"{"required": ["token", "email"]}"#, #"["token", "email", "age"]"#])
  func aStringThatIsNotANameIsUnchanged(_ text: String) {
    expectEqual(redacted(text), text)
  }

  @Test func byteOrderMarksAndJSONLinesAreSupported() {
    expectEqual(redacted("\u{feff}{\"token\": 1}"), "\u{feff}{\"token\": \"<redacted>\"}")
    expectEqual(
      redacted("{\"token\": 1}\n{\"token\": 2}\n"),
      "{\"token\": \"<redacted>\"}\n{\"token\": \"<redacted>\"}\n")
  }

  @Test func formFieldsAreRedacted() {
    expectEqual(
      redacted("user=ada&pass%77ord=s3cret&x=+1&token&grant_type=password"),
      "user=ada&pass%77ord=<redacted>&x=+1&token&grant_type=password")
  }

  @Test(arguments: ["plain words about a token", "", "token", "\u{1}token=1"])
  func textWithoutSecretsIsUnchanged(_ text: String) {
    expectEqual(redacted(text), text)
  }

  @Test func bytesThatAreNotTextAreUnchanged() {
    let bytes = Data([0xff, 0x00, 0x3d, 0x7b, 0x22])
    expectEqual(Redaction.standard.redacted(body: bytes), bytes)
  }

  @Test func theListOfNamesCanBeExtended() {
    var redaction = Redaction.standard
    redaction.insert(bodyName: "pin_code")
    expectEqual(redacted(#"{"pinCode": 4711}"#, redaction), #"{"pinCode": "<redacted>"}"#)
    expectEqual(redacted(#"{"pinCode": 4711}"#), #"{"pinCode": 4711}"#)
  }

  @Test func noneRedactsNothing() {
    expectEqual(redacted(#"{"token": "1"}"#, .none), #"{"token": "1"}"#)
    expectEqual(redacted("token=1", .none), "token=1")
  }

  @Test func aHugeBodyTakesLinearTime() {
    let text = "[" + String(repeating: #"{"token":"s3cret","a":[1,2,3]},"#, count: 20_000)
    #expect(!redacted(text).contains("s3cret"))
  }

  @Test func aCURLCommandHidesTheSecretsOfTheBody() throws {
    var request = TransportRequest(method: .post, url: try #require(URL(string: "https://example.com/login")))
    request.body = .data(Data(#"{"name": "ada", "password": "s3cret"}"#.utf8))
    request.headers.update(name: "Content-Type", value: "application/json")
    #expect(request.cURLDescription().contains(#"--data-raw '{"name": "ada", "password": "<redacted>"}'"#))
    #expect(request.cURLDescription(redacting: .none).contains("s3cret"))
  }

  @Test func theDescriptionOfAFailureHidesTheSecretsOfTheBody() {
    var error = NetworkError(.validation(.statusCode(403)))
    error.data = Data(
      (#"{"message": "no", "token": "s3cret", "more": ""# + String(repeating: "x", count: 6_000)).utf8)
    #expect(error.description.contains(#""message": "no", "token": "<redacted>""#))
    #expect(!error.description.contains("s3cret"))
  }

  private static let wide: [(String.Encoding, [UInt8], String?)] = [
    (.utf16BigEndian, [0xfe, 0xff], nil), (.utf16LittleEndian, [0xff, 0xfe], "application/json"),
    (.utf16BigEndian, [], "application/json; charset=utf-16"), (.utf16LittleEndian, [], "text/plain"),
    (.utf16LittleEndian, [0xff, 0xfe], "application/json; charset=utf-16"),
    (.utf16LittleEndian, [], "application/json; charset=\"UTF-16LE\""),
    (.utf32BigEndian, [], "application/json; charset=utf-32"),
    (.utf32LittleEndian, [0xff, 0xfe, 0, 0], "application/json; charset=utf-32"),
    // The mark of UTF-8 takes precedence, too.
    (.utf8, [0xef, 0xbb, 0xbf], "application/json; charset=utf-16"),
  ]

  @Test(arguments: wide)
  func secretsInUTF16AndUTF32AreRedacted(_ encoding: String.Encoding, _ mark: [UInt8], _ type: String?) throws
  {
    func body(_ text: String) throws -> Data { Data(mark) + (try #require(text.data(using: encoding))) }
    let shown = Redaction.standard.redacted(
      body: try body(#"{"user": "adé", "token": "s3"}"#), contentType: type)
    expectEqual(shown, try body(#"{"user": "adé", "token": "<redacted>"}"#))
    let harmless = try body(#"{"user": "adé"}"#)
    expectEqual(Redaction.standard.redacted(body: harmless, contentType: type), harmless)
    // The limit of a recorder may cut a character.
    let cut = Redaction.standard.redacted(body: try body(#"{"token": "s3"#).dropLast(1), contentType: type)
    expectEqual(cut, try body(#"{"token": "<redacted>""#))
  }

  private static let mislabelled: [(String.Encoding, [UInt8], String?)] = [
    (.utf8, [], "application/json; charset=utf-16"), (.utf8, [], "application/json; charset=utf-16le"),
    (.utf8, [], "application/json; charset=utf-32"), (.utf8, [], "text/plain; charset=utf-32le"),
    (.utf16LittleEndian, [], "application/json; charset=utf-16"),
    (.utf16LittleEndian, [], "application/json; charset=utf-16be"),
    (.utf16BigEndian, [], "application/json; charset=utf-32"),
    (.utf16LittleEndian, [0xff, 0xfe], "application/json; charset=utf-32"),
    (.utf16BigEndian, [0xfe, 0xff], "application/json; charset=utf-8"),
    (.utf32LittleEndian, [], nil), (.utf32BigEndian, [], "application/json"),
    (.utf32LittleEndian, [0xff, 0xfe, 0, 0], nil),
    (.utf32LittleEndian, [0xff, 0xfe, 0, 0], "application/json; charset=utf-16"),
    (.utf32BigEndian, [0, 0, 0xfe, 0xff], nil), (.utf32BigEndian, [], "application/json; charset=utf-16"),
  ]

  @Test(arguments: mislabelled)
  func secretsInTextWithAWrongOrNoCharsetAreRedacted(
    _ encoding: String.Encoding, _ mark: [UInt8], _ type: String?
  ) throws {
    for length in 1...4 {
      let secret = String(repeating: "s", count: length)
      func body(_ value: String) throws -> Data {
        Data(mark) + (try #require(#"{"token": "\#(value)"}"#.data(using: encoding)))
      }
      let shown = Redaction.standard.redacted(body: try body(secret), contentType: type)
      expectEqual(shown, try body("<redacted>"))
    }
  }

  /// Only one of the first two characters is ASCII, so their zeros do not say which encoding it is.
  @Test(
    arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian], ["text/plain; charset=utf-16", nil])
  func textThatBeginsWithOtherCharactersThanASCIIIsRedacted(_ encoding: String.Encoding, _ type: String?)
    throws
  {
    let body = try #require("x\u{6f22}: https://e.com/?token=s3".data(using: encoding))
    let expected = try #require("x\u{6f22}: https://e.com/?token=<redacted>".data(using: encoding))
    expectEqual(Redaction.standard.redacted(body: body, contentType: type), expected)
  }

  // MARK: - Names of multipart parts

  /// A receiver may read each of these as a part with the name `password`.
  @Test(arguments: [
    "form-data; name=\"password\"", "form-data; filename=\"; name=a\"; name=\"password\"",
    "form-data; filename=\"a; name=\"password\"",
    "form-data; filename=\"a\";\u{301}; name=\u{301}; name=password",
    "form-data; name*=UTF-8''pass%77ord", "form-data; name=a; name=password",
    "form-data; filename=\"a\u{2028}b\"; name=\"password\"", "form-data; name=\"\u{2029}password\"",
    "form-data; filename=\"a\u{85}b\"; name=password", "form-data; filename=\"\u{B}\u{C}\"; name=password",
  ])
  func aPartThatMayHaveASecretNameIsRedacted(_ disposition: String) {
    let body = "--b\r\nContent-Disposition: \(disposition)\r\n\r\ns3cret\r\n--b--\r\n"
    expectEqual(redacted(body), body.replacing("s3cret", with: "<redacted>"))
  }

  @Test func aHeaderFieldBeforeACombiningMarkIsRead() {
    let body = "--b\nContent-Type:\u{301}\nContent-Disposition:\u{301}; name=password\n\ns3cret\n--b--"
    expectEqual(redacted(body), body.replacing("s3cret", with: "<redacted>"))
  }

  /// `iban` is not a word that the redaction knows, so only the exact name hides the value.
  @Test(arguments: ["\r\n", "\n"])
  func aPartWithAChosenNameIsRedacted(_ lineBreak: String) {
    var redaction = Redaction.standard
    redaction.insert(bodyName: "iban")
    var queries = Redaction(headerNames: [])
    queries.insert(queryName: "iban")
    let dispositions = [
      "form-data; name=\"iban\"", "form-data; name=iban", "form-data; filename=\"f\"; name=\"iban\"",
      "form-data;\(lineBreak) name=\"iban\"", "form-data;\(lineBreak)\tname=iban\(lineBreak)X-A: b",
    ]
    for disposition in dispositions {
      let body = ["--b", "Content-Disposition: \(disposition)", "", "DE12", "--b--", ""]
        .joined(separator: lineBreak)
      expectEqual(redacted(body, redaction), body.replacing("DE12", with: "<redacted>"))
      expectEqual(redacted(body, queries), body.replacing("DE12", with: "<redacted>"))
    }
  }

  @Test func aPartWithARemovedNameIsShown() {
    var redaction = Redaction.standard
    redaction.remove(bodyName: "token")
    let body = "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nx1\r\n--b--\r\n"
    expectEqual(redacted(body, redaction), body)
  }

  // MARK: - Private keys

  private static let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIs3cret/+=\n-----END RSA PRIVATE KEY-----"

  @Test(arguments: [
    key, "before\n\(key)\nafter", "{\"file\": \"\(key.replacing("\n", with: "\\n"))\"}", "<a>\(key)</a>",
    "-----BEGIN PRIVATE KEY-----\r\nMIIs3cret", "key: -----BEGIN ENCRYPTED PRIVATE KEY-----s3cret",
    "-----BEGIN OPENSSH PRIVATE KEY-----\ns3cret\n-----END OPENSSH PRIVATE KEY-----\n",
  ])
  func aPrivateKeyIsRedacted(_ body: String) {
    let shown = redacted(body)
    #expect(!shown.contains("s3cret"))
    #expect(
      shown.contains("PRIVATE KEY-----<redacted>") || shown.contains("PRIVATE KEY-----&lt;redacted&gt;"))
  }

  @Test func textAroundAPrivateKeyIsUnchanged() {
    expectEqual(
      redacted("a\n\(Self.key)\nb"),
      "a\n-----BEGIN RSA PRIVATE KEY-----<redacted>-----END RSA PRIVATE KEY-----\nb")
  }

  @Test(arguments: [
    "-----BEGIN CERTIFICATE-----\nMIIa\n-----END CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----\nMIIa\n",
    "-----BEGIN PRIVATE KEY", "-----BEGIN ", "-----", "-----BEGIN PRIVATE KEY----- ",
  ])
  func aTextWithoutAPrivateKeyIsUnchanged(_ body: String) {
    #expect(redacted(body).hasPrefix(body.prefix(27)))
  }
}
