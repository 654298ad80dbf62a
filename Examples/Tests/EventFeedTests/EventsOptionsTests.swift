import EventFeed
import Foundation
import Programs
import Testing

@Suite struct EventsOptionsTests {
  @Test func withoutArgumentsTheDemoServerIsUsed() throws {
    #expect(try EventsOptions(arguments: []) == EventsOptions())
    #expect(EventsOptions().url == nil)
  }

  @Test func everyOptionIsParsed() throws {
    let options = try EventsOptions(
      arguments: ["http://example.com/a", "--after", "7", "--attempts", "2", "--verbose", "--help"])
    #expect(options.url?.absoluteString == "http://example.com/a")
    #expect(options.lastEventID == "7")
    #expect(options.attempts == 2)
    #expect(options.verbose)
    #expect(options.help)
  }

  @Test(arguments: [
    ["--fast"], ["example.com"], ["--attempts"], ["--attempts", "-1"], ["--after"],
    ["http://a.b", "http://c.d"],
  ])
  func invalidArgumentsThrow(arguments: [String]) {
    #expect(throws: UsageError.self) { try EventsOptions(arguments: arguments) }
  }

  @Test func traceAndInspectAreParsed() throws {
    let options = try EventsOptions(arguments: ["--trace", "--inspect"])
    #expect(options.trace && options.inspect)
  }
}
