import Foundation
import GitHubFollowers
import Programs
import Testing

@Suite struct OptionsTests {
  @Test func withoutArgumentsTheDemoServerIsUsed() throws {
    let options = try Options(arguments: [])
    #expect(options.server == nil)
    #expect(options.maxConcurrent == 4)
    #expect(options.login == "octavia")
  }

  @Test func theLoginIsParsed() throws {
    #expect(try Options(arguments: ["trentm"]).login == "trentm")
  }

  @Test func maxConcurrentIsParsed() throws {
    #expect(try Options(arguments: ["--max-concurrent", "9"]).maxConcurrent == 9)
  }

  @Test(arguments: [["--max-concurrent"], ["--max-concurrent", "0"], ["--max-concurrent", "x"]])
  func anInvalidMaxConcurrentThrows(arguments: [String]) {
    #expect(throws: UsageError.self) { try Options(arguments: arguments) }
  }

  @Test func aTrailingSlashIsAddedToTheServerURL() throws {
    let options = try Options(arguments: ["--server", "https://example.com/api/v3"])
    #expect(options.server?.absoluteString == "https://example.com/api/v3/")
  }

  @Test(arguments: ["", "example.com", "ftp://example.com", "http://"])
  func anInvalidServerURLThrows(url: String) {
    #expect(throws: UsageError.self) { try Options(arguments: ["--server", url]) }
  }

  @Test func verboseAndHelpAreParsed() throws {
    let options = try Options(arguments: ["--verbose", "--help"])
    #expect(options.verbose)
    #expect(options.help)
  }

  @Test func traceAndInspectAreParsed() throws {
    let options = try Options(arguments: ["--trace", "--inspect"])
    #expect(options.trace && options.inspect)
  }

  @Test func anUnknownOptionThrows() {
    #expect(throws: UsageError(description: "there is no option --fast")) {
      try Options(arguments: ["--fast"])
    }
  }

  @Test func twoLoginsThrow() {
    #expect(throws: UsageError(description: "one login at a time, not a b")) {
      try Options(arguments: ["a", "b"])
    }
  }

  @Test(arguments: ["", "a/b", "a?b", "..", "a b"]) func aTextThatIsNoLoginThrows(text: String) {
    #expect(throws: UsageError(description: "a login has letters, digits and hyphens, unlike \"\(text)\"")) {
      try Options(arguments: [text])
    }
  }
}
