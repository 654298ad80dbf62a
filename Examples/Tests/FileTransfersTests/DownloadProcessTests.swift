import BuiltPrograms
import FileTransfers
import Foundation
import Net
import NetTesting
import Testing

/// Runs the program as a process to test its output, exit code, terminal and signals.
@Suite(.netTesting) final class DownloadProcessTests: Sendable {
  private let folder: TemporaryFolder
  private let server = MockServer(timer: TestScheduler(), afterEach: .test)
  private let film = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  init() throws {
    folder = try TemporaryFolder()
    try server.start()
  }

  deinit { folder.remove() }

  private func program(_ options: String..., on terminal: PseudoTerminal? = nil) throws -> BuiltProgram {
    try BuiltProgram(
      "download",
      arguments: [server.baseURL.appending(path: "film").absoluteString, folder.file("film").path] + options,
      terminal: terminal)
  }

  private var answer: StubResponse { .data(film).header("ETag", "\"1\"").acceptingRanges() }

  @Test func withoutArgumentsTheDemoRunsToItsEnd() async throws {
    let process = try BuiltProgram("download", arguments: [])
    let code = await process.exitCode
    #expect(code == 0)
    let output = process.readOutputLines()
    #expect(output.count == 1 && output[0].hasPrefix("film: 4.0 MB in "), "\(output)")
    #expect(process.readErrorLines().last?.hasPrefix("100%, 4.0 MB, ") == true)
  }

  @Test func onATerminalTheBarEndsFull() async throws {
    server.stub(.get("/film"), with: answer)
    let terminal = try PseudoTerminal(columns: 60)
    let process = try program(on: terminal)
    let code = await process.exitCode
    #expect(code == 0)
    let text = try #require(await terminal.wholeText)
    let bars = text.components(separatedBy: "\r\u{1B}[K").dropFirst()
    #expect(bars.allSatisfy { $0.prefix { !$0.isNewline }.count <= 59 }, "\(bars)")
    let last = try #require(bars.last)
    #expect(last.contains(/^\[=+\]  100%  100\.0 kB  .*in [\d:]+\r\n$/), "\(last)")
  }

  @Test func interruptingKeepsAPartialFileForTheNextRun() async throws {
    server.stub(
      .get("/film"), withSequence: [answer.fault(.stall(after: .bodyBytes(40_000))), answer],
      then: .repeatingLast)
    let terminal = try PseudoTerminal(columns: 80)
    let interrupted = try program(on: terminal)
    #expect(await terminal.text(with: "%") != nil)
    await expect(self.folder.size(of: "film.part")).toEventually(equal(40_000), within: .seconds(20))
    interrupted.interrupt()
    #expect(await interrupted.exitCode == 130)
    let messages =
      "\r\ndownload: kept 40.0 kB in film.part, from which the next run resumes\r\ndownload: interrupted\r\n"
    #expect(await terminal.wholeText?.hasSuffix(messages) == true)
    try await server.waitForClientCloses(1)
    #expect(folder.names == ["film.part", "film.part.resume"])

    #expect(try await program().exitCode == 0)
    #expect(server.requests.last?.headers["Range"] == "bytes=40000-")
    #expect(try Data(contentsOf: folder.file("film")) == film)
    #expect(folder.names == ["film"])
  }

  @Test func anUnreachableServerPrintsOneLineAndExitsWith1() async throws {
    server.stop()
    let process = try program("--retries", "0")
    let code = await process.exitCode
    #expect(code == 1)
    let errors = process.readErrorLines()
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.hasPrefix("download: GET http://127.0.0.1") == true, "\(errors)")
    #expect(folder.names == [])
  }

  @Test func aMissingArgumentExitsWith2() async throws {
    let process = try BuiltProgram("download", arguments: ["http://example.com/a"])
    let code = await process.exitCode
    #expect(code == 2)
    #expect(process.readErrorLines().first == "download: download takes a URL and a FILE")
  }
}
