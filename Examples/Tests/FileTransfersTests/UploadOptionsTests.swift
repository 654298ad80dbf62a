import FileTransfers
import Foundation
import Programs
import Testing

@Suite struct UploadOptionsTests {
  @Test func withoutArgumentsTheDemoServerIsUsed() throws {
    #expect(try UploadOptions(arguments: []) == UploadOptions())
    #expect(UploadOptions().url == nil)
  }

  @Test func everyOptionIsParsed() throws {
    let options = try UploadOptions(
      arguments: ["--post", "a b.bin", "--type", "image/png", "https://example.com/a", "--help"])
    #expect(options.file?.lastPathComponent == "a b.bin")
    #expect(options.url?.absoluteString == "https://example.com/a")
    #expect(options.post)
    #expect(options.contentType == "image/png")
    #expect(options.help)
  }

  @Test(arguments: [
    ["--fast"], ["a"], ["", "http://example.com"], ["a", "b"], ["a", "http://example.com", "c"], ["--type"],
  ])
  func invalidArgumentsThrow(arguments: [String]) {
    #expect(throws: UsageError.self) { try UploadOptions(arguments: arguments) }
  }

  @Test func traceAndInspectAreParsed() throws {
    let options = try UploadOptions(arguments: ["--trace", "--inspect"])
    #expect(options.trace && options.inspect)
  }
}
