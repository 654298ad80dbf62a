#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What ``ProcessExitTests`` tests of threads that exit at once, with the optimizer of a release.
  @Suite struct SimultaneousExitTests {
    /// The C library frees a part of its list of handlers when a thread has passed it.
    ///
    /// How many handlers are in a part depends on how many were registered before.
    @Test("In a release, a thread that waits while others exit runs the remaining handlers", .heavy)
    func theRemainingHandlersRunInARelease() async throws {
      let folder = try TemporaryFolder()
      let program = folder.file("simultaneous-exits").path
      let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/CLibcurl", directoryHint: .isDirectory).standardized.path
      let test = try #require(Tool.program("simultaneous-exits.c"))
      let compiler = try #require(Tool.compilerOfC)
      try await compiler.run(
        [
          "-O2", "-pthread", "-I\(sources)/include", "-o", program, test.path, "\(sources)/CLibcurlExit.c",
          "\(sources)/CLibcurlThreads.c",
        ], in: folder)
      let exits = try #require(Tool(at: program))
      for count in stride(from: 0, to: 32, by: 8) { try await exits.run(["\(count)"], in: folder) }
    }
  }
#endif
