import Foundation
import Net
import TestSupport
import Testing

/// Tables whose first row has the names, and passwords in options of one letter.
@Suite struct RedactionOfTablesTests {
  private func redacted(_ body: String) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("user,password\nbob,s3cret\nada,s3cr3t", "user,password\nbob,<redacted>\nada,<redacted>"),
    ("password,user\r\ns3cret,bob\r\n\r\na,b", "password,user\r\n<redacted>,bob\r\n\r\na,b"),
    ("\"API key\";\"user name\"\n\"s3;\"\"cr\";\"b\"", "\"API key\";\"user name\"\n\"<redacted>\";\"b\""),
    ("user\tpin\tcity\nbob\t4711\tRome\n", "user\tpin\tcity\nbob\t<redacted>\tRome\n"),
    ("log:\nuser, api_key\nbob, s3cret of\nThe end", "log:\nuser, api_key\nbob, <redacted>\nThe end"),
    ("user,password\nbob,s3,cret", "user,password\nbob,<redacted>"),
    (
      "url,password\nhttps://a:s3@h/?token=s3,s3",
      "url,password\nhttps://<redacted>@h/?token=<redacted>"
    ),
    (
      "user,password,city\nbob,s3cret,Rome\nada,s3c",
      "user,password,city\nbob,<redacted>,Rome\nada,<redacted>"
    ),
    (
      "| user | API key |\n|:---|---:|\n| bob | s3cret |\n| ada | |",
      "| user | API key |\n|:---|---:|\n| bob | <redacted> |\n| ada | |"
    ),
    (
      " id | password \n----+----------\n  1 | s3cret\n  2 | s3cr3t\n(2 rows)",
      " id | password \n----+----------\n  1 | <redacted>\n  2 | <redacted>\n(2 rows)"
    ),
    (
      "+----+-------+\n| id | token |\n+----+-------+\n|  1 | s3cr  |\n+----+-------+\n",
      "+----+-------+\n| id | token |\n+----+-------+\n|  1 | <redacted>  |\n+----+-------+\n"
    ),
    (#"{"csv": "user,password\nbob,s3cret"}"#, #"{"csv": "user,password\nbob,<redacted>"}"#),
  ])
  func theCellsBelowASecretNameAreHidden(_ text: String, _ expected: String) {
    expectEqual(redacted(text), expected)
  }

  @Test func namesThatTheCallerChoseAreThoseOfColumns() {
    var redaction = Redaction(headerNames: [])
    redaction.insert(bodyName: "iban")
    let shown = redaction.redacted(body: Data("user,iban,password\nbob,DE1,a".utf8))
    expectEqual(String(decoding: shown, as: UTF8.self), "user,iban,password\nbob,<redacted>,a")
  }

  @Test(arguments: [
    "user,name\nbob,a", "token_type,max_tokens\nbearer,5", "user, password\n\nThen press OK, please",
    "Enter user, password\nand press OK, please", "password,\nuser,", "f(user, password)\ng(a, b)",
    "cat password | wc -l\nls a | sort", "| user | password |", "user,password\nThe end.\na,b",
    "fields=user,name\npassword,2", "code,key\n404,a",
  ])
  func anotherTextWithSeparatorsIsUnchanged(_ text: String) {
    expectEqual(redacted(text), text)
  }

  @Test(arguments: [
    ("mysql -uroot -ps3cret db", "mysql -uroot -p<redacted> db"),
    ("/usr/bin/mysqldump -p's3 cret' db > a", "/usr/bin/mysqldump -p'<redacted>' db > a"),
    ("mysql -u root -p\"s3\" -h h", "mysql -u root -p\"<redacted>\" -h h"),
    ("sshpass -p s3cret ssh -p 22 host", "sshpass -p <redacted> ssh -p 22 host"),
    ("redis-cli -h h -a s3cret ping", "redis-cli -h h -a <redacted> ping"),
    ("docker login -u a -p s3cret h", "docker login -u a -p <redacted> h"),
    ("a; unzip -P s3cret a.zip", "a; unzip -P <redacted> a.zip"),
    ("ldapsearch -x -w s3cret", "ldapsearch -x -w <redacted>"), ("7z x -ps3cret a", "7z x -p<redacted> a"),
    ("exec [\"mysql\", \"-p\", \"s3cret\"]", "exec [\"mysql\", \"-p\", \"<redacted>\"]"),
    ("exec [\"mysql\", \"-ps3cret\"]", "exec [\"mysql\", \"-p<redacted>\"]"),
  ])
  func thePasswordInAnOptionOfOneLetterIsHidden(_ command: String, _ expected: String) {
    expectEqual(redacted(command), expected)
  }

  @Test(arguments: [
    "mysql -P 3306 -p -h h", "mkdir -p a/b", "ssh -p 22 host", "mysql -u a; mkdir -p b",
    "docker run -p 80:80 x",
    "cp -a b c", "mysql --port 3306", "ps -p 12",
  ])
  func otherOptionsOfOneLetterStay(_ command: String) { expectEqual(redacted(command), command) }

  @Test(
    .heavy,
    arguments: [
      "password,a\n", "password,\"\n", "|password|a|\n|-|-|\n", "a,", "mysql -p", "-p ", "\tpassword",
    ])
  func manyBeginningsTakeLinearTime(_ unit: String) {
    func time(_ count: Int) -> Duration {
      let text = Data(String(repeating: unit, count: count / unit.utf8.count).utf8)
      return processorTime { _ = Redaction.standard.redacted(body: text) }
    }
    expectLinearTime(from: 1_000, time: time)
  }
}
