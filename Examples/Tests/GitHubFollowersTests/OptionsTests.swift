import Foundation
import GitHubFollowers
import Programs
import Testing

@Suite struct OptionsTests {
  @Test func withoutArgumentsItAsksTheServerThatItBringsAlong() throws {
    let options = try Options(arguments: [])
    #expect(options.server == nil)
    #expect(options.maxConcurrent == 4)
    #expect(options.login == "octavia")
  }

  @Test func aLogin() throws {
    #expect(try Options(arguments: ["trentm"]).login == "trentm")
  }

  @Test func maxConcurrent() throws {
    #expect(try Options(arguments: ["--max-concurrent", "9"]).maxConcurrent == 9)
  }

  @Test(arguments: [["--max-concurrent"], ["--max-concurrent", "0"], ["--max-concurrent", "x"]])
  func maxConcurrentThatIsNone(arguments: [String]) {
    #expect(throws: UsageError.self) { try Options(arguments: arguments) }
  }

  @Test func aServersPathEndsInASlashSoThatRelativeURLsKeepIt() throws {
    let options = try Options(arguments: ["--server", "https://example.com/api/v3"])
    #expect(options.server?.absoluteString == "https://example.com/api/v3/")
  }

  @Test(arguments: ["", "example.com", "ftp://example.com", "http://"])
  func aServerThatIsNone(url: String) {
    #expect(throws: UsageError.self) { try Options(arguments: ["--server", url]) }
  }

  @Test func verboseAndHelp() throws {
    let options = try Options(arguments: ["--verbose", "--help"])
    #expect(options.verbose)
    #expect(options.help)
  }

  @Test func anUnknownOption() {
    #expect(throws: UsageError(description: "there is no option --fast")) {
      try Options(arguments: ["--fast"])
    }
  }

  @Test func twoLogins() {
    #expect(throws: UsageError(description: "one login at a time, not a b")) {
      try Options(arguments: ["a", "b"])
    }
  }
}
