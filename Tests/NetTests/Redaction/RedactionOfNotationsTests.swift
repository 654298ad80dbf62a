import Foundation
import Net
import TestSupport
import Testing

/// Names and values as languages, commands and documents write them.
@Suite struct RedactionOfNotationsTests {
  private func redacted(_ body: String) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8)), as: UTF8.self)
  }

  private func isHidden(_ shown: String) -> Bool {
    !["s3cr", "4711"].contains { shown.contains($0) } && shown.contains("redacted")
  }

  // MARK: - Arrows and tuples

  @Test(arguments: [
    #"{"user" => "ada", "password" => "s3cret"}"#, #"{:password => "s3cret"}"#, #"{:password=>"s3cret"}"#,
    #"{'password' => 's3cret', 'a' => 1}"#, #"array('password' => 's3cret')"#,
    #"%h = (password => 's3cret')"#,
    "array(1) {\n  [\"password\"]=>\n  string(6) \"s3cret\"\n}", "Array\n(\n    [password] => s3cret of\n)",
    #"%{"password" => "s3cret"}"#, #"#{"password" => <<"s3cret">>}"#, #"x {"pin" => 4711}"#,
    #"x "token" => ["s3cret", "s3cret"], b"#, #"x {\"password\" => \"s3cret\"}"#,
    "Map(password -> s3cret, a -> b)", "Map(a -> b, password -> s3cret)", #"{"password" -> "s3cret"}"#,
    #"x password <- "s3cret""#, #""password"="s3cret""#, #"a "password" = "s3cret";"#,
    "x {\n  \"api-key\" = s3cret;\n}", #"$config['password'] = 's3cret';"#, #"config[:password] = "s3cret""#,
  ])
  func theValueAfterAnArrowOrAQuotedNameIsHidden(_ text: String) {
    #expect(isHidden(redacted(text)), "\(redacted(text))")
  }

  // MARK: - Values with parts

  /// Swift prints structures and enumeration cases as calls, and collections in brackets; other languages, too.
  @Test(arguments: [
    #"Login(user: "ada", password: App.Password(value: "s3cret of"), a: 1)"#,
    #"[App.Login(user: "ada", password: App.Password(value: "s3cret of"))]"#,
    #"Optional(App.Login(password: App.Password(hash: 1, value: "s3cret of")))"#,
    #"LoginFailed(login: App.Login(authorization: App.Token(value: "s3cret of")))"#,
    #"Login(password: App.Tagged<App.User, Swift.String>(rawValue: "s3cret of"))"#,
    #"object(["password": App.JSON.string("s3cret of")])"#, #"x ["password": App.JSON.string("a,s3cret")]"#,
    #"["password": App.Password(hash: 1, value: "s3cret of")]"#,
    #"["password": App.Password(hash: 1, value: App.Box(text: "s3cret of"))]"#,
    #"[(key: "password", value: App.JSON.string("s3cret of"))]"#,
    #"("password", App.Password(value: "s3cret of"))"#,
    #"x {'password': Secret('s3cret of'), 'a': 1}"#,
    #"user='x', password=Secret('s3cret (of) it', 2)"#,
    "Login(user=User(name=x), password=Password(value=a s3cret))", #"{"password" => Secret("s3cret of")}"#,
    #"Map(password -> Secret("s3cret of"))"#, #"failed: password: Secret("s3cret of") was wrong"#,
    #"failed: {\"password\": App.Password(value: \"a) s3cret\")}"#,
    #"x (password: App.Password(value: "s3cr"#,
    #"x Login(password: App.Password(hint: "it's", value: "s3cret of"))"#,
    #"Keys(apiKeys: ["a", "s3cret of"], a: 1)"#, #"Key(apiKey: (1, "s3cret of"))"#,
    #"Login(credentials: ["a": App.Value.text("s3cret of")])"#, "{authorization=[Bearer s3cret of], a=[b]}",
    "x\npasswords: [\n  \"s3cret of\"\n]\n", "api_keys = [\n  's3cret',\n]",
    "password: App.Password(\n  \"s3cret\")",
  ])
  func allPartsOfASecretValueAreHidden(_ text: String) {
    #expect(isHidden(redacted(text)), "\(redacted(text))")
  }

  @Test func onlyTheValueWithPartsIsHidden() {
    expectEqual(
      redacted(#"Login(password: App.Password(value: "s3cret of"), name: "ada")"#),
      #"Login(password: <redacted>, name: "ada")"#)
    expectEqual(redacted("a (password: App.Password(value\nuser: ada"), "a (password: <redacted>\nuser: ada")
  }

  // MARK: - Lines

  /// JSON allows any white space around a colon (RFC 8259 section 2).
  @Test(arguments: [
    "failed: {\"password\":\n  \"s3cret\"}", "failed: {\"password\"\n: \"s3cret\"}",
    "failed: {\"password\"\t:\t\"s3cret\"}", "failed: {\"a\": 1, \"apiKey\" \r\n :\r\n\"s3cret\"}",
    "<a>{\"password\"\t:\n\"s3cret\"}</a>", "data: {\"pin\":\n'4711'}\n\n",
  ])
  func aValueInTheLineBelowItsQuotedNameIsHidden(_ text: String) {
    #expect(isHidden(redacted(text)), "\(redacted(text))")
  }

  @Test(arguments: [
    #"[["password","s3cret"]]"#, #"["password","s3cret"]"#, #"[["user","ada"],["password","s3cret"]]"#,
    #"{"headers":[["X-Api-Key","s3cret"]]}"#, #"[["pin", 4711]]"#, #"[["password",["s3cret"]]]"#,
    #"[["password","s3cr"#, #"{{"password", "s3cret"}}"#, #"("password", "s3cret")"#,
    #"[("user", "ada"), ("password", "s3cret")]"#, #"x ('password', 's3cret')"#,
    #"[(b'password', b's3cret')]"#,
    #"dict([('password', 's3cret')])"#, #"x [['password', 's3cret'], ['a', 'b']]"#,
    #"(\"password\", \"s3cret\")"#,
    #"{<<"password">>,<<"s3cret">>}"#, #"[{password,"s3cret"}]"#, #"form.append("password", "s3cret")"#,
    #"cache.set("password", "s3cret", 60)"#, #"x.setPassword("s3cret")"#, #"Credential(password("s3cret"))"#,
    #"a:1:{s:8:"password";s:6:"s3cret";}"#, #"["curl", "--password", "s3cret", "x"]"#,
    #"exec(['curl', '--token', 's3cret'])"#, #"{"args":["--password","s3cret","a"]}"#,
  ])
  func theSecondOfTwoItemsIsHidden(_ text: String) {
    #expect(isHidden(redacted(text)), "\(redacted(text))")
  }

  @Test(arguments: [
    "- password: \"s3cret\"", "▿ password: Optional(\"s3cret\")\n    - some: \"s3cret\"",
    "▿ a\n  ▿ password: Secret\n    - raw: \"s3cret\"\n  - b: 1", "(key: \"password\", value: \"s3cret\")",
    "▿ (2 elements)\n  - key: \"password\"\n  - value: \"s3cret\"", "[AnyHashable(\"password\"): \"s3cret\"]",
    "x [AnyHashable(\"password\"): s3cret]", "{Key:password Value:s3cret}", "a name=password value=s3cret",
    "a name=\"password\" id=1 value=\"s3cret\"", "User { password: Some(\"s3cret\") }",
    "let password: String = \"s3cret\"", "def f(password: str = 's3cret')", "{u'password': u's3cret'}",
    "map[password:s3cret]", "{Name:ada Password:s3cret}", "User(name='x', password='s3cret')",
    "`password`: `s3cret`", "a **password**: s3cret", "log {\"password\": {\"a\": \"s3cret s3cret\"}}",
    "x = 1\npassword = \"s3cret\"", "[a]\npassword=s3cret",
  ])
  func theValueInADescriptionIsHidden(_ text: String) {
    #expect(isHidden(redacted(text)), "\(redacted(text))")
  }

  // MARK: - Commands and tables

  @Test(arguments: [
    "machine h login u password s3cret", "machine h\n  login u\n  password s3cret\nmachine i",
    "default login u password s3cret", "machine h password \"s3cret of mine\"", "export PASSWORD=s3cret",
    "setenv PASSWORD s3cret", "ENV API_TOKEN s3cret", "curl --password s3cret x",
    "cmd --password 's3cret s3cret'",
    "cmd --api-key s3cret", "cmd -password s3cret", "curl -u user:s3cret x", "curl -u 'user:s3cret' x",
    "curl -uuser:s3cret x", "curl --user=user:s3cret x", "curl --proxy-user u:s3cret x",
    "WHERE password='s3cret'",
    "SET PASSWORD = N's3cret'", "CREATE USER a PASSWORD 's3cret'", "CREATE USER a IDENTIFIED BY 's3cret'",
    #"{:user "ada" :password "s3cret"}"#, #"(:password "s3cret")"#, "a\npassword\ts3cret",
    "| password | s3cret |",
    "|API key|s3cret|", " password | s3cret",
  ])
  func theValueInACommandOrARowIsHidden(_ text: String) {
    #expect(isHidden(redacted(text)), "\(redacted(text))")
  }

  @Test(
    arguments: [
      "<table><tr><td>password</td><td>s3cret</td></tr></table>",
      "<tr>\n<th>password</th>\n<td>4711</td></tr>",
      "<dl><dt>Password:</dt><dd>s3cret</dd></dl>",
      "<th scope=\"row\">API key</th><td class='a'><code>s3cret</code></td>",
      "<tr><td><b>password</b></td><td>s3cret</td></tr>", "<key>password</key><string>s3cret</string>",
      "<key>password</key><!-- c --><string>s3cret</string>", "<input value=\"s3cret\" name=\"password\">",
      "<input type=\"password\" value=\"s3cret\">", "<input value='s3cret' type=password>",
      "<entry value='s3cret' key='password'/>", "<meta content=\"s3cret\" property=\"csrf-token\">",
    ], ["", "log: ", "[a] "])
  func theValueInMarkupIsHiddenWhereverItIs(_ text: String, after beginning: String) {
    let shown = redacted(beginning + text)
    #expect(isHidden(shown) && shown.hasPrefix(beginning), "\(shown)")
  }

  @Test func anElementInATextIsHiddenUpToItsEnd() {
    expectEqual(redacted("log <password>s3cret</password> b"), "log <password><redacted></password> b")
    expectEqual(redacted("log <a><b:token>s3cret</b:token></a>"), "log <a><b:token><redacted></b:token></a>")
  }

  // MARK: - What stays

  @Test(arguments: [
    "The user and password are wrong.", "Forgot your password? Reset it -> settings",
    "a -> password -> reset",
    "invalid token \"foo\" at line 3", "Unexpected token '<', \"<html>\" is not valid JSON",
    "Wrong 'password' or 'name'",
    "a password, \"quoted\", is needed", "List<Token> is a type, and Set<Password> too",
    "see <password> in the docs",
    "func f(token: String) -> Int", "authenticate(password) -> Bool", "x => x.password", "x --> password",
    #"{"required":["password","email"]}"#, #"{"a":["token","s"]}"#, #"required: ["password", "email"]"#,
    #"[a] required: ["password", "email"]"#, #"("password", "email", "name")"#, #"["password","a","b"]"#,
    #"[["name","ada"],["type","token"]]"#, "<tr><th>User</th><th>Password</th><th>Email</th></tr>",
    "<tr><td>password</td></tr><tr><td>next</td></tr>", "<td>user</td><td>ada</td>",
    "<td>token type</td><td>Bearer</td>",
    "<input type=\"text\" value=\"a\">", "<input type=\"password\" placeholder=\"a\">",
    "docker run -u 1000:1000 x",
    "git push -u origin main", "cat password | wc -l", "| user | password |", "| password |\n|---|", "\ta\tb",
    "default password is wrong", "use a login and password here", "The PASSWORD field", "Some(text)",
    #"{error, "timeout"}"#, #"error("timeout")"#, "▿ User\n  - name: \"a\"", #""a" => "b""#,
    "<!-- password --> text", "- password\n- email", #"s:4:"name";s:1:"b";"#, "name: ada, value: 5",
  ])
  func aTextWithoutAPairIsUnchanged(_ text: String) { expectEqual(redacted(text), text) }

  @Test func theRestOfTheTextStays() {
    expectEqual(
      redacted(#"{"a" => "b", "pin" => 4711, "c" => 1}"#), #"{"a" => "b", "pin" => <redacted>, "c" => 1}"#)
    expectEqual(redacted(#"[["token","s3cret"],["a","b"]]"#), #"[["token","<redacted>"],["a","b"]]"#)
    expectEqual(
      redacted("machine h login u password s3 macdef a"), "machine h login u password <redacted> macdef a")
    expectEqual(redacted("curl -u user:s3cret https://h/"), "curl -u user:<redacted> https://h/")
    expectEqual(redacted("(key: \"pin\", value: \"s3\") b"), "(key: \"pin\", value: \"<redacted>\") b")
    expectEqual(
      redacted("<tr><td>token</td><td>s3</td><td>b</td></tr>"),
      "<tr><td>token</td><td>&lt;redacted&gt;</td><td>b</td></tr>")
  }

  @Test(
    .heavy,
    arguments: [
      "\"password\" => ", "[\"password\",", "(\"password\",\"", "<td>password", "<password>", "--password ",
      "-u a",
      "machine a password ", ":password \"", "password(\"", "\npassword|", "\n\t", "s:8:\"password\";",
      "name=\"password\" ", "name: \"password\", ", "\n▿ password:\n ", "password: {", "\"password\": [",
      "AnyHashable(\"password\"", "<input type=password ", "{\"--password\",", "ENV password ", "<dt><b>",
      "[[\"a\",", "\\u0022", "\\u0022\"", "\"password\" \t:\n", "\"\n\t:",
      "code=", "name=password ", "type=password value=\"\" ", "auth=a({ ", "auth=a('{ ", "(\"password\", a(b",
      "(\"password\", a(b) ", "\"password\": a(", "x (password: a<", "a(token: b('",
      "a(token: [('", "a(token=[", "a(auth=[{", "\ntoken=(",
    ], ["", "[a ", "<a>"])
  func hostileTextTakesLinearTime(unit: String, beginning: String) {
    func time(_ count: Int) -> Duration {
      let text = Data((beginning + String(repeating: unit, count: count / unit.utf8.count)).utf8)
      return processorTime { _ = Redaction.standard.redacted(body: text) }
    }
    expectLinearTime(from: 1_000, time: time)
  }
}
