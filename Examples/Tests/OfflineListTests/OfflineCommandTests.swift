import BuiltPrograms
import NetTesting
import OfflineList
import Programs
import Testing

@Suite(.netTesting) struct OfflineCommandTests {
  private let lines = [
    "First start:", "  apples, bananas, cherries (from the server)", "Second start, the server is down:",
    "  apples, bananas, cherries (stored, may be out of date)",
    "  not updated: the server cannot be reached", "Third start, the server is back:",
    "  apples, bananas, cherries (stored, may be out of date)", "  the server confirms the stored list",
  ]

  @Test func theListIsLoadedThenShownWithoutAServerThenConfirmed() async throws {
    let output = Captured<String>()
    try await OfflineCommand(options: CommonOptions(), output: output.set, log: { _ in }).run()
    #expect(output.values == lines)
  }

  @Test func traceShowsTheCacheInAWaterfallOfAllThreeStarts() async throws {
    let log = Captured<String>()
    var options = CommonOptions()
    options.trace = true
    try await OfflineCommand(options: options, output: { _ in }, log: log.set).run()
    let rows = try #require(log.value).split(separator: "\n").filter { $0.contains(" GET 127.0.0.1") }
    // Each start asks for what is stored, and then the server.
    #expect(rows.count == 6)
  }

  @Test func inspectPrintsTheURLOfThePage() async throws {
    let log = Captured<String>()
    var options = CommonOptions()
    options.inspect = true
    try await OfflineCommand(options: options, output: { _ in }, log: log.set).run()
    #expect(log.value?.hasPrefix("watch the requests at http://127.0.0.1:") == true)
  }

  @Test func traceAndInspectAreParsed() throws {
    let options = try CommonOptions(arguments: ["--trace", "--inspect"])
    #expect(options.trace && options.inspect)
  }

  @Test func theProgramPrintsTheSame() async throws {
    let process = try BuiltProgram("offline", arguments: [])
    let code = await process.exitCode
    #expect(code == 0)
    #expect(process.readOutputLines() == lines)
  }

  @Test func helpPrintsTheUsage() async throws {
    let output = Captured<String>()
    try await OfflineCommand(
      options: CommonOptions(arguments: ["--help"]), output: output.set, log: { _ in }
    )
    .run()
    #expect(output.values == [OfflineCommand.usage])
  }

  @Test func anUnknownOptionIsAUsageError() {
    #expect(throws: UsageError.self) { try CommonOptions(arguments: ["--fast"]) }
  }
}
