import BuiltPrograms
import FileTransfers
import Foundation
import Net
import NetTesting
import Testing

/// Runs the program as a process to test its output, exit code, terminal and signals.
@Suite(.netTesting) final class UploadProcessTests: Sendable {
  private let folder: TemporaryFolder
  private let server = MockServer(timer: TestScheduler(), afterEach: .test)

  init() throws {
    folder = try TemporaryFolder()
    try Data(repeating: 7, count: 100_000).write(to: folder.file("film"))
    try server.start()
  }

  deinit { folder.remove() }

  private func program(on terminal: PseudoTerminal? = nil) throws -> BuiltProgram {
    try BuiltProgram(
      "upload",
      arguments: [folder.file("film").path, server.baseURL.appending(path: "films/1").absoluteString],
      terminal: terminal)
  }

  @Test func withoutArgumentsTheDemoRunsToItsEnd() async throws {
    let process = try BuiltProgram("upload", arguments: [])
    let code = await process.exitCode
    #expect(code == 0)
    let output = process.readOutputLines()
    #expect(output.count == 1 && output[0].hasPrefix("film: 4.0 MB in "), "\(output)")
    #expect(output.last?.hasSuffix(", answered with 201") == true)
    #expect(process.readErrorLines().last?.hasPrefix("100%, 4.0 MB, ") == true)
  }

  @Test func onATerminalTheBarEndsFull() async throws {
    server.stub(.put("/films/1"), with: .status(201))
    let terminal = try PseudoTerminal(columns: 60)
    let process = try program(on: terminal)
    let code = await process.exitCode
    #expect(code == 0)
    let text = try #require(await terminal.wholeText)
    let last = try #require(text.components(separatedBy: "\r\u{1B}[K").last)
    #expect(last.contains(/^\[=+\]  100%  100\.0 kB  .*in [\d:]+\r\n$/), "\(last)")
  }

  @Test func interruptingClosesTheConnectionAndExitsWith130() async throws {
    server.stub(.everything, with: .fault(.stall))
    let process = try program()
    _ = try await server.takeRequest()
    process.interrupt()
    let code = await process.exitCode
    #expect(code == 130)
    try await server.waitForClientCloses(1)
    #expect(process.readErrorLines().last == "upload: interrupted")
  }

  @Test func anErrorStatusPrintsOneLineAndExitsWith1() async throws {
    server.stub(.everything, with: StubResponse.text("too\nbig").status(413))
    let process = try program()
    let code = await process.exitCode
    #expect(code == 1)
    let errors = process.readErrorLines().filter { $0.hasPrefix("upload: ") }
    #expect(errors.count == 1 && errors[0].contains("413"), "\(errors)")
    #expect(process.readOutputLines() == [])
  }

  @Test func anInvalidURLExitsWith2() async throws {
    let process = try BuiltProgram("upload", arguments: ["film", "example.com"])
    let code = await process.exitCode
    #expect(code == 2)
    #expect(process.readErrorLines().first == "upload: upload takes an http or https URL")
  }
}
