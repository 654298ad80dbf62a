import BuiltPrograms
import Testing

/// Runs the program as a process to test its output and exit code.
@Suite struct ChatProcessTests {
  @Test func theConversationEndsWithoutAnError() async throws {
    let process = try BuiltProgram("chat", arguments: [])
    let code = await process.exitCode
    #expect(code == 0)
    #expect(process.readOutputLines().last == "Ada has left")
    #expect(process.readErrorLines() == ["chat: Ben is disconnected, and connects again"])
  }

  @Test func theRowsOfTheWaterfallAreAligned() async throws {
    let process = try BuiltProgram("chat", arguments: ["--trace"])
    let code = await process.exitCode
    #expect(code == 0)
    let lines = process.readErrorLines()
    #expect(lines.contains("chat: the requests:"))
    #expect(lines.filter { $0.contains(" GET ") }.map { $0.prefix(6) } == ["1 GET ", "2 GET ", "3 GET "])
  }

  @Test func anUnknownOptionExitsWith2() async throws {
    let process = try BuiltProgram("chat", arguments: ["--fast"])
    let code = await process.exitCode
    #expect(code == 2)
    #expect(process.readErrorLines().first == "chat: there is no option --fast")
  }
}
