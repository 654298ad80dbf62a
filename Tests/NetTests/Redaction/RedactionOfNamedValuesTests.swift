import Foundation
import Net
import TestSupport
import Testing

/// Values whose name is beside them, and lines of a name and a value.
@Suite struct RedactionOfNamedValuesTests {
  private func redacted(_ body: String) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8)), as: UTF8.self)
  }

  // MARK: - Members and elements

  @Test(arguments: [
    #"[{"name":"password","value":"s3cret"}]"#, #"[{"value":"s3cret","name":"password"}]"#,
    #"{"value":"s3cret","type":"x","name":"token"}"#, #"[{"name":"password","values":["s3cret","b"]}]"#,
    #"[{"values":["s3cret",{"a":"b"}],"name":"password"}]"#, #"{"Name":"password","Value":"s3cret"}"#,
    #"{"name" : "password" , "x":{"y":[]}, "value" : "s3cret" }"#, #"{"key":"api_key","value":"s3cret"}"#,
    #"{"value":{"a":{"b":"s3cret"}},"key":"api_key"}"#, #"{"name":"pin","value":4711}"#,
    #"{"value":4711,"name":"password"}"#, #"{"loc":["body","password"],"msg":"short","input":"s3cret"}"#,
    #"{"input":"s3cret","loc":["body","password"]}"#, #"{"field":"password","rejectedValue":"s3cret"}"#,
    #"{"op":"replace","path":"/password","value":"s3cret"}"#, #"{"name":"X-Api-Key","value":"s3cret"}"#,
    #"{"value":"s3cret","name":"CB-ACCESS-SIGN"}"#,
    #"{"ParameterKey":"DbPassword","ParameterValue":"s3cret"}"#,
    #"{"value":"s3cret","name":"password""#, #"{"value":["s3cret"],"name":"password""#,
    #"{"name":"password","value":["s3cr"#,
    #"{"p":[{"value":"s3cret","n":{"name":"a","value":"b"},"name":"token"}]}"#,
    #"["name": "password", "value": "s3cret"]"#, #"{"value":"https://h/?token=s3cret","name":"password"}"#,
  ])
  func aValueWithASecretNameBesideItIsHidden(_ body: String) {
    let shown = redacted(body)
    #expect(!["s3cr", "4711"].contains { shown.contains($0) } && shown.contains("redacted"), "\(shown)")
  }

  @Test func whatIsBesideTheValueIsShown() {
    expectEqual(
      redacted(#"[{"value":"s3cret","id":1,"name":"password"},{"value":"b","name":"c"}]"#),
      #"[{"value":"<redacted>","id":1,"name":"password"},{"value":"b","name":"c"}]"#)
    expectEqual(
      redacted(#"{"name":"token","a":{"value":"b"},"value":null}"#),
      #"{"name":"token","a":{"value":"b"},"value":null}"#)
  }

  @Test(arguments: [
    #"{"properties":{"name":{"type":"string"},"value":{"type":"string"}}}"#,
    #"{"name":"token_type","value":"Bearer"}"#,
    #"[{"name":"a"},{"value":"b"},"password"]"#, #"{"name":"Ada","input":"b","path":"/users/1"}"#,
    #"{"key":"sort","value":"name","loc":["query",0]}"#, "<name>token</name><email>a</email>",
    "<Contents><Key>secrets/a.txt</Key><LastModified>2026</LastModified></Contents>",
    "<a name=\"tokens\">Tokens</a>",
    "<form name=\"password_form\"><p>text</p></form>", "<input name=\"password\"><p>text</p>",
    "<key>a</key><string>b</string>",
  ])
  func aValueWithAHarmlessNameIsShown(_ body: String) { expectEqual(redacted(body), body) }

  @Test(arguments: [
    "<dict><key>password</key><string>s3cret</string></dict>",
    "<dict><key>pin</key>\n\t<integer>4711</integer></dict>",
    "<dict><key>secret</key><dict><key>a</key><string>s3cret</string></dict></dict>",
    "<param name=\"token\">s3cret</param>", "<entry key=\"password\">s3cret</entry>",
    "<string name=\"api_token\">s3cret",
    "<add key=\"ApiKey\" value=\"s3cret\"/>",
    "<property name=\"password\">\n<value>s3cret</value></property>",
    "<field><name>password</name><value>s3cret</value></field>",
    "<member><name>token</name><value><string>s3cret</string></value></member>",
    "<member><name>token</name><type>x</type><value>s3cret</value></member>",
    "<Tag><Key>Password</Key><Value>s3cret</Value></Tag>",
    "<param href=\"https://u:s3cret@h/\" name=\"token\" b=\"https://u:s3cret@h/\">s3cret</param>",
  ])
  func anElementWithASecretNameBesideItIsHidden(_ body: String) {
    let shown = redacted(body)
    #expect(!["s3cr", "4711"].contains { shown.contains($0) } && shown.contains("redacted"), "\(shown)")
  }

  // MARK: - Lines

  @Test(arguments: [
    "a:\n  password: s3cret of mine", "a:\n- password: s3cret of mine", "a:\n\tpassword: s3cret of mine",
    "a:\n  - 'password: s3cret of mine'", "a\n\"password: s3cret of mine\", b",
    "a\n> password: s3cret of mine",
    "a\n+password: s3cret of mine", "a\npassword = s3cret of mine", "a\n  password = s3cret of mine",
    "a\n  password=s3cret of mine", "a:\n  password: |\n    s3cret\n    of mine\n  b: c",
    "password:\n  - s3cret\n  - of mine\nb: c",
    "- token: >-\n    s3cret\n    of mine\n- a: b", "curl -H \"X-Api-Key: s3cret of mine\" x",
    "curl -H 'Authorization: Digest s3cret, of mine' x", "see (Authorization: Digest s3cret of mine) b",
    "x Cookie: s3cret; of mine", "[X-Api-Key: s3cret]", "login failed: password: s3cret",
    "map[password:s3cret user:ada]",
    "User(name: x, password: s3cret, id: 1)", "x token: Token s3cret b", "x password: s3,cr;et)s3cret, b",
    "{token:s3cret,user:ada}", "R&D, secret: s3cret",
  ])
  func theValueOfALineOrAWordOfItIsHidden(_ text: String) {
    let shown = redacted(text)
    #expect(!["s3cr", "of mine"].contains { shown.contains($0) } && shown.contains("<redacted>"), "\(shown)")
  }

  @Test func theRestOfTheTextStays() {
    expectEqual(
      redacted("login failed: password: s3cret for ada"), "login failed: password: <redacted> for ada")
    expectEqual(redacted("a:\n  password: s3cret\n  b: c"), "a:\n  password: <redacted>\n  b: c")
    expectEqual(redacted("a:\n  token: |\n    s3\n    s4\n  b: c"), "a:\n  token: |\n    <redacted>\n  b: c")
    expectEqual(redacted("curl -H \"X-Api-Key: s3cret\" -X GET"), "curl -H \"X-Api-Key: <redacted>\" -X GET")
    expectEqual(redacted("map[password:s3cret user:ada]"), "map[password:<redacted> user:ada]")
    expectEqual(redacted("(token: s3cret, id: 1)"), "(token: <redacted>, id: 1)")
    expectEqual(redacted("x {token:s3cret,id:1}"), "x {token:<redacted>,id:1}")
    expectEqual(redacted("<pre>\npassword: s3cret</pre>"), "<pre>\npassword: &lt;redacted&gt;</pre>")
  }

  @Test(arguments: [
    ("password:s3cret@mine", "password:<redacted>"), ("login session:s3cret@h", "login session:<redacted>@h"),
    ("me:s3cret@h", "me:<redacted>@h"), ("x=1, password:s3cret@mine b", "x=1, password:<redacted> b"),
  ])
  func thePasswordAfterASecretNameMayContainAnAtSign(_ text: String, _ shown: String) {
    expectEqual(redacted(text), shown)
  }

  /// What is redacted is redacted again where it becomes part of another text.
  @Test(.heavy) func whatIsRedactedIsNotChangedByAnotherRedaction() {
    let fragments = [
      "\"", "<", ">", ";", ",", "=", ":", " ", "\n", "\t", "%41", "\u{e9}", "\\", "http://", "//", "@", "?",
      "#", "&",
      "[", "]", "{", "}", "(", ")", "|", "'", "--", "->", "token", "password", "secret", "session", "state",
      "code",
      "key", "value", "name", "a", "1", "null", "abc123", "Bearer ", "Authorization: ", "Cookie: ", "q=0",
      "me:secret@host", "eyJabc.def", "<password>", "</password>", "ghp_0123456789abcdef01234",
    ]
    var generator = SeededGenerator(seed: 5)
    var changed: [String] = []
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...12, using: &generator)
      let text = (0..<count).map { _ in fragments.randomElement(using: &generator) ?? "" }.joined()
      let once = Redaction.standard.redacted(text: text)
      if !Redaction.standard.redacted(text: once).utf8.elementsEqual(once.utf8) { changed.append(text) }
    }
    expectEqual(changed, [])
  }
}
