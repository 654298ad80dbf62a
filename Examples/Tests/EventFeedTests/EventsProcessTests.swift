import BuiltPrograms
import Foundation
import Net
import NetTesting
import Testing

/// Runs the program as a process to test its output, exit code and signals.
@Suite(.netTesting) struct EventsProcessTests {
  @Test func withoutArgumentsTheDemoRunsToItsEnd() async throws {
    let process = try BuiltProgram("events", arguments: [])
    let code = await process.exitCode
    #expect(code == 0)
    #expect(process.readOutputLines().last == "5 message: the sun sets")
    #expect(
      process.readErrorLines() == [
        "events: connecting to continue after event 3", "events: connecting to continue after event 5",
      ])
  }

  @Test func interruptingClosesTheConnectionAndExitsWith130() async throws {
    let server = MockServer(timer: TestScheduler(), afterEach: .test)
    server.stub(.everything, with: .events([ServerSentEvent("a")]).fault(.stall(after: .body)))
    try server.start()
    let process = try BuiltProgram("events", arguments: [server.baseURL.absoluteString])
    _ = try await server.takeRequest()
    process.interrupt()
    let code = await process.exitCode
    #expect(code == 130)
    try await server.waitForClientCloses(1)
    #expect(process.readErrorLines() == ["events: interrupted"])
  }

  @Test func outputThatNobodyReadsEndsTheProgramWith141() async throws {
    let process = try BuiltProgram("events", arguments: [])
    process.closeOutput()
    let code = await process.exitCode
    #expect(code == 141)
    #expect(process.readErrorLines().isEmpty)
  }

  #if os(Linux)
    @Test func aFullDiskEndsTheProgramWithAMessage() async throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let process = try BuiltProgram("events", arguments: [], output: full)
      let code = await process.exitCode
      #expect(code == 1)
      let errors = process.readErrorLines()
      #expect(errors.count == 1, "\(errors)")
      #expect(errors.first?.hasPrefix("events: the output cannot be written: ") == true)
    }
  #endif

  @Test func anUnreachableServerPrintsOneLineAndExitsWith1() async throws {
    let server = MockServer()
    try server.start()
    let url = server.baseURL.absoluteString
    server.stop()
    let process = try BuiltProgram("events", arguments: [url, "--attempts", "0"])
    let code = await process.exitCode
    #expect(code == 1)
    let errors = process.readErrorLines()
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.hasPrefix("events: ") == true)
  }

  @Test func anUnknownOptionExitsWith2() async throws {
    let process = try BuiltProgram("events", arguments: ["--fast"])
    let code = await process.exitCode
    #expect(code == 2)
    #expect(process.readErrorLines().first == "events: there is no option --fast")
  }
}
