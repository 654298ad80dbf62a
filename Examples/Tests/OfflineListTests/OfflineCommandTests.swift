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
    try await OfflineCommand(options: OfflineOptions(), output: output.set).run()
    #expect(output.values == lines)
  }

  @Test func theProgramPrintsTheSame() async throws {
    let process = try BuiltProgram("offline", arguments: [])
    let code = await process.exitCode
    #expect(code == 0)
    #expect(process.readOutputLines() == lines)
  }

  @Test func helpPrintsTheUsage() async throws {
    let output = Captured<String>()
    try await OfflineCommand(options: OfflineOptions(arguments: ["--help"]), output: output.set).run()
    #expect(output.values == [OfflineOptions.usage])
  }

  @Test func anUnknownOptionIsAUsageError() {
    #expect(throws: UsageError.self) { try OfflineOptions(arguments: ["--fast"]) }
  }
}
