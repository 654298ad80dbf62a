import FileTransfers
import Foundation
import Programs
import Testing

@Suite struct DownloadOptionsTests {
  @Test func withoutArgumentsTheDemoServerIsUsed() throws {
    #expect(try DownloadOptions(arguments: []) == DownloadOptions())
    #expect(DownloadOptions().url == nil)
  }

  @Test func everyOptionIsParsed() throws {
    let options = try DownloadOptions(
      arguments: ["--force", "http://example.com/a", "--retries", "0", "a b.bin", "--help"])
    #expect(options.url?.absoluteString == "http://example.com/a")
    #expect(options.file?.lastPathComponent == "a b.bin")
    #expect(options.force)
    #expect(options.retries == 0)
    #expect(options.help)
  }

  @Test(arguments: [
    ["--fast"], ["http://example.com/a"], ["http://example.com/a", ""], ["a", "b"],
    ["http://example.com/a", "b", "c"], ["--retries"], ["--retries", "-1"],
  ])
  func invalidArgumentsThrow(arguments: [String]) {
    #expect(throws: UsageError.self) { try DownloadOptions(arguments: arguments) }
  }

  @Test func traceAndInspectAreParsed() throws {
    let options = try DownloadOptions(arguments: ["--trace", "--inspect"])
    #expect(options.trace && options.inspect)
  }
}
