#if os(Linux)
  import Foundation

  /// A program of this machine that tests start.
  struct Tool: Sendable {
    /// Makes certificates and keys.
    static let openssl = Tool("openssl")
    /// Runs the TLS server.
    static let python = Tool("python3")

    /// Whether all are here that the tests over TLS start.
    ///
    /// They are the only tests that need more than Swift; `.ci/run` sees to it that it is there, and fails
    /// where they did not run.
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

    /// Starts it.
    ///
    /// To be called where it may block.
    func start(_ arguments: [String], input: Int32, output: Int32) throws -> ChildProcess {
      try ChildProcess(executable, arguments, input: input, output: output)
    }

    /// Runs it to its end.
    ///
    /// What it says goes into a file of the folder, which the failure quotes.
    func run(_ arguments: [String], in folder: TemporaryFolder) async throws {
      try await Self.onThread {
        let log = try folder.file("\(UUID().uuidString).log", "")
        let output = try FileHandle(forWritingTo: log)
        let nothing = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        let child = try start(arguments, input: nothing.fileDescriptor, output: output.fileDescriptor)
        child.isGone.wait()
        guard child.status == 0 else {
          let said = String(decoding: try Data(contentsOf: log), as: UTF8.self)
          throw Failure(description: "\(executable.lastPathComponent) \(arguments): \(said)")
        }
      }
    }

    /// Does what may block, on a dedicated thread.
    static func onThread<Value: Sendable>(
      _ action: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try action() }) }
      }
    }
  }
#endif
