#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net

  /// What a crash in a user's closure prints if the closure runs on a transport's thread.
  @Suite struct CrashBacktraceTests {
    @Test(
      "A crash in a closure on a transport's thread prints the message and the frame of the closure", .heavy)
    func aCrashPrintsTheFrameOfTheClosure() async throws {
      await #expect(processExitsWith: .success) {
        let settings = ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] ?? ""
        if settings.hasPrefix(Self.settings) { return try await Self.crash() }
        let output = Pipe()
        let end = output.fileHandleForWriting
        let variables = [
          "SWIFT_BACKTRACE": Self.settings + (try Self.backtracer ?? Self.standInForBacktracer())
        ]
        let child = try ForkedChild {
          dup2(end.fileDescriptor, STDERR_FILENO)
          try? RestartedProcess.start(with: variables)
          return 126
        }
        try end.close()
        let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        try #require(child.wait() == .signalled(Trap.endingSignal), "\(said)")
        try #require(said.contains("Fatal error: Index out of range"), "\(said)")
        if Self.backtracer == nil {
          try #require(said.contains(Self.standIn), "\(said)")
        } else {
          try #require(said.contains("\"net-curl\" crashed"), "\(said)")
          try #require(said.contains("closureThatCrashes"), "\(said)")
        }
      }
    }

    private static func crash() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let transport = try CurlTransport()
      let log = EventLog { event in
        if case .head = event { closureThatCrashes([]) }
      }
      transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
      await log.end()
    }

    private static let standIn = "the crash handler ran"

    /// Prints only the thread that crashed, because all threads of this program would take longer.
    ///
    /// The path of the backtrace tool follows.
    private static let settings =
      "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,sanitize=no,"
      + "symbolicate=fast,timeout=300s,output-to=stderr,swift-backtrace="

    /// The tool that prints Swift's backtraces.
    ///
    /// It comes with the compiler, but not with every program.
    private static let backtracer: String? = {
      guard let maps = try? RestartedProcess.contents("maps"),
        let line = String(decoding: maps, as: UTF8.self).split(separator: "\n").first(where: {
          $0.hasSuffix("/libswiftCore.so")
        }),
        let path = line.split(separator: " ", maxSplits: 5).last?.trimmingCharacters(in: .whitespaces)
      else { return nil }
      // usr/lib/swift/linux/libswiftCore.so and usr/libexec/swift/linux/swift-backtrace
      let root = (0..<4).reduce(URL(filePath: path)) { path, _ in path.deletingLastPathComponent() }
      let tool = root.appending(path: "libexec/swift/linux/swift-backtrace").path
      return FileManager.default.isExecutableFile(atPath: tool) ? tool : nil
    }()

    /// Creates a program that prints that it was run.
    private static func standInForBacktracer() throws -> String {
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("NetTests-backtracer-\(getpid())").path
      try Data("#!/bin/sh\necho \(standIn) >&2\nrm -f \"$0\"\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      return path
    }
  }

  /// Traps.
  ///
  /// Is a separate function, so that its name appears in the backtrace.
  @inline(never)
  private func closureThatCrashes(_ empty: [Int]) { print(empty[empty.count]) }
#endif
