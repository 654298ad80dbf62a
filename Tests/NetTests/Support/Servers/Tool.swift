#if os(Linux)
  import Foundation

  /// A program of this machine that tests start.
  struct Tool: Sendable {
    /// Creates certificates and keys.
    static let openssl = Tool("openssl")
    /// Runs the TLS server.
    static let python = Tool("python3")

    /// Whether all programs for the TLS tests are installed.
    ///
    /// Only these tests need more than Swift. `.ci/run` installs the programs, and fails if the tests did not
    /// run.
    static let areInstalled = openssl != nil && python != nil

    private let executable: URL

    /// Returns nil if the program is not in the `PATH`.
    init?(_ name: String) {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      let paths = folders.map { "\($0)/\(name)" }
      guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
      executable = URL(filePath: path)
    }

    /// A program that failed.
    struct Failure: Error, CustomStringConvertible {
      var description: String
    }

    /// Starts the program.
    ///
    /// Call it where blocking is allowed.
    func start(_ arguments: [String], input: Int32, output: Int32) throws -> ChildProcess {
      try ChildProcess(executable, arguments, input: input, output: output)
    }

    /// Runs the program to its end.
    ///
    /// Its output goes to a file in the folder, which the failure quotes.
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

    /// Runs a blocking closure on its own thread.
    static func onThread<Value: Sendable>(
      _ action: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try action() }) }
      }
    }
  }
#endif
