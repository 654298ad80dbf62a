#if os(Linux)
  import Foundation

  /// A program of this machine that tests start.
  struct Tool: Sendable {
    /// Makes certificates and keys.
    static let openssl = Tool("openssl")
    /// Runs the TLS server.
    static let python = Tool("python3")

    /// Whether all are here that the tests over TLS start. They are the only tests that need more than Swift;
    /// `.ci/run` sees to it that it is there, and fails where they did not run.
    static let areInstalled = openssl != nil && python != nil

    private let executable: URL

    /// Nil where the program is not among those of the `PATH`.
    init?(_ name: String) {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      let paths = folders.map { "\($0)/\(name)" }
      guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
      executable = URL(filePath: path)
    }

    /// It did not do what it was asked.
    struct Failure: Error, CustomStringConvertible {
      var description: String
    }

    /// A process of it that is not started yet.
    func process(_ arguments: [String]) -> Process {
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      return process
    }

    /// Starts a process; the group is empty once it has gone. To wait for the process itself is to turn in circles.
    static func run(_ process: Process) throws -> DispatchGroup {
      let isGone = DispatchGroup()
      isGone.enter()
      process.terminationHandler = { _ in isGone.leave() }
      do {
        try process.run()
      } catch {
        isGone.leave()
        throw error
      }
      return isGone
    }

    /// Runs it to its end. What it says goes into a file of the folder, which the failure quotes.
    func run(_ arguments: [String], in folder: TemporaryFolder) async throws {
      try await Self.onThread {
        let log = try folder.file("\(UUID().uuidString).log", "")
        let output = try FileHandle(forWritingTo: log)
        let process = process(arguments)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try Self.run(process).wait()
        guard process.terminationStatus == 0 else {
          let said = String(decoding: try Data(contentsOf: log), as: UTF8.self)
          throw Failure(description: "\(executable.lastPathComponent) \(arguments): \(said)")
        }
      }
    }

    /// Does what may block, on a thread of its own.
    static func onThread<Value: Sendable>(
      _ action: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try action() }) }
      }
    }
  }
#endif
