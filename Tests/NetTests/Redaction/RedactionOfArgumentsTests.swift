import Foundation
import Net
import TestSupport
import Testing

/// The arguments of a command as a JSON list, or as a list in a text.
@Suite struct RedactionOfArgumentsTests {
  private func redacted(_ body: String) -> String {
    String(decoding: Redaction.standard.redacted(body: Data(body.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    (#"["mysql", "-ps3cret"]"#, #"["mysql", "-p<redacted>"]"#),
    (#"["mysql", "-p", "s3cret", "db"]"#, #"["mysql", "-p", "<redacted>", "db"]"#),
    (#"["/usr/bin/mysql","-u","root","-ps3 \"cret"]"#, #"["/usr/bin/mysql","-u","root","-p<redacted>"]"#),
    ("[\n  \"mysql\",\n  \"-ps3cret\"\n]", "[\n  \"mysql\",\n  \"-p<redacted>\"\n]"),
    (
      #"["sshpass","-p","s3cret","ssh","-p","22","host"]"#,
      #"["sshpass","-p","<redacted>","ssh","-p","22","host"]"#
    ),
    (#"["redis-cli","-a","s3cret"]"#, #"["redis-cli","-a","<redacted>"]"#),
    (#"["docker","login","-u","ada","-p","s3cret"]"#, #"["docker","login","-u","ada","-p","<redacted>"]"#),
    (#"["curl","-u","ada:s3cret","https://h"]"#, #"["curl","-u","ada:<redacted>","https://h"]"#),
    (#"["curl","-uada:s3cret"]"#, #"["curl","-uada:<redacted>"]"#),
    (#"["curl","--user","ada:s3:cret"]"#, #"["curl","--user","ada:<redacted>"]"#),
    (#"["curl","--proxy-user","ada:s3 cret"]"#, #"["curl","--proxy-user","ada:<redacted>"]"#),
    (#"["curl","--user=ada:s3cret"]"#, #"["curl","--user=ada:<redacted>"]"#),
    (#"["--password","s3cret"]"#, #"["--password","<redacted>"]"#),
    (#"["-password","s3cret"]"#, #"["-password","<redacted>"]"#),
    (#"["--token=s3cret"]"#, #"["--token=<redacted>"]"#),
    (#"["a","--api-key","s3cret","b"]"#, #"["a","--api-key","<redacted>","b"]"#),
    (#"["env","PASSWORD=s3cret","run"]"#, #"["env","PASSWORD=<redacted>","run"]"#),
    (#"["sh","-c","mysql -ps3cret"]"#, #"["sh","-c","mysql -p<redacted>"]"#),
    (#"{"Path":"mysql","Args":["-ps3cret"]}"#, #"{"Path":"mysql","Args":["-p<redacted>"]}"#),
    (#"{"command":["mysql"],"args":["-p","s3cret"]}"#, #"{"command":["mysql"],"args":["-p","<redacted>"]}"#),
    (#"{"command":["mysql","-ps3cret"]}"#, #"{"command":["mysql","-p<redacted>"]}"#),
    (#"x ['curl', '-u', 'ada:s3cret']"#, #"x ['curl', '-u', 'ada:<redacted>']"#),
    (#"exec: ["curl", "-u", "ada:s3cret"]"#, #"exec: ["curl", "-u", "ada:<redacted>"]"#),
  ])
  func theSecretOfAnArgumentIsHidden(_ text: String, _ shown: String) {
    expectEqual(redacted(text), shown)
  }

  @Test(arguments: [
    #"["a","-p","b"]"#, #"["ssh","-p","22"]"#, #"["mkdir","-p","a/b"]"#,
    #"["mysql","-u","root","-P","3306"]"#,
    #"["docker","run","-u","1000:1000"]"#, #"["run","-u","https://h/a"]"#, #"["-u","ada"]"#,
    #"["ps","-ef"]"#, #"["mysql","-p","-h","h"]"#, #"["mysql","-p"]"#, #"[["mysql"],["nmap","-p80"]]"#,
    #"{"event":"login","flags":["-path"]}"#, #"{"a":"mysql","b":["-p80"]}"#, #"["-1","-2",-3]"#,
    #"["-",":"]"#,
    #"["12:30","13:45"]"#, #"["user","ada:b"]"#, #"["--verbose","a:b"]"#, #"["tar","-p","x"]"#,
  ])
  func anOrdinaryListIsShown(_ text: String) {
    expectEqual(redacted(text), text)
  }
}
