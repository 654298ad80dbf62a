import BuiltPrograms
import Foundation
import NetTesting
import Testing

/// Runs the program as a process to test its exit code and signals.
@Suite(.netTesting) struct ProcessTests {
  @Test func anUnreachableServerPrintsOneLineAndExitsWith1() async throws {
    let server = MockServer()
    try server.start()
    let url = server.baseURL.absoluteString
    server.stop()
    let process = try BuiltProgram("github-followers", arguments: ["--server", url])
    let code = await process.exitCode
    #expect(code == 1)
    let errors = process.readErrorLines()
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.hasPrefix("github-followers: ") == true)
  }

  @Test func anUnknownOptionExitsWith2() async throws {
    let process = try BuiltProgram("github-followers", arguments: ["--fast"])
    let code = await process.exitCode
    #expect(code == 2)
    #expect(process.readErrorLines().first == "github-followers: there is no option --fast")
  }

  @Test func interruptingClosesTheConnectionAndExitsWith130() async throws {
    let server = MockServer(timer: TestScheduler())
    server.stub(.everything, with: StubResponse.status(200).delay(.seconds(3600)))
    try server.start()
    defer { server.stop() }
    let process = try BuiltProgram(
      "github-followers", arguments: ["--server", server.baseURL.absoluteString])
    _ = try await server.takeRequest()
    process.interrupt()
    let code = await process.exitCode
    #expect(code == 130)
    try await server.waitForClientCloses(1)
    #expect(process.readErrorLines() == ["github-followers: interrupted"])
  }
}
