import Foundation
import NetTesting
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The program as a process: what only its exit code and its signals show.
@Suite(.netTesting) struct ProcessTests {
  @Test func aServerThatCannotBeReachedIsOneLineAndExitCode1() async throws {
    let server = MockServer()
    try server.start()
    let url = server.baseURL.absoluteString
    server.stop()
    let process = try Program(arguments: ["--server", url])
    let code = await process.exitCode
    #expect(code == 1)
    let errors = process.readErrorLines()
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.hasPrefix("github-followers: ") == true)
  }

  @Test func anOptionThatIsNotThereIsExitCode2() async throws {
    let process = try Program(arguments: ["--fast"])
    let code = await process.exitCode
    #expect(code == 2)
    #expect(process.readErrorLines().first == "github-followers: there is no option --fast")
  }

  @Test func interruptingClosesWhatIsInFlightAndIsExitCode130() async throws {
    let server = MockServer(timer: TestScheduler())
    server.route(.everything, StubResponse.status(200).delay(.seconds(3600)))
    try server.start()
    defer { server.stop() }
    let process = try Program(arguments: ["--server", server.baseURL.absoluteString])
    _ = try await server.takeRequest()
    process.interrupt()
    let code = await process.exitCode
    #expect(code == 130)
    try await server.waitForClientCloses(1)
    #expect(process.readErrorLines() == ["github-followers: interrupted"])
  }
}

/// The built program, running.
private final class Program: Sendable {
  private let process = Process()
  private let error = Pipe()
  private let exit = Captured<Int32>()

  init(arguments: [String]) throws {
    // The program is built beside the tests.
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: "github-followers")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = error
    let exit = exit
    process.terminationHandler = { exit.set($0.terminationStatus) }
    try process.run()
  }

  var exitCode: Int32? {
    get async { await exit.next(within: .seconds(30)) }
  }

  /// What it wrote to standard error; there to be read once, when it has ended.
  func readErrorLines() -> [String] {
    let data = (try? error.fileHandleForReading.readToEnd()) ?? nil
    return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func interrupt() { process.interrupt() }
}
