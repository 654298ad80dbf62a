#if os(Linux)
  package import Foundation

  /// A program of this machine that tests start.
  package struct Tool: Sendable {
    /// Creates certificates and keys.
    package static let openssl = Tool("openssl")
    /// Runs the TLS server.
    package static let python = Tool("python3")

    /// Compiles C, first of all as the package manager does.
    package static let compilerOfC = Tool("clang") ?? Tool("cc") ?? Tool("gcc")

    /// Whether all programs for the TLS tests are installed.
    ///
    /// Only these tests need more than Swift. `.ci/run` installs the programs, and fails if the tests did not
    /// run.
    package static let areInstalled = openssl != nil && python != nil

    private let executable: URL

    /// Returns nil if the program is not in the `PATH`.
    package init?(_ name: String) {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      let paths = folders.map { "\($0)/\(name)" }
      guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
      executable = URL(filePath: path)
    }

    /// Returns nil if no program is there.
    package init?(at path: String) {
      guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
      executable = URL(filePath: path)
    }

    /// A program that failed.
    package struct Failure: Error, CustomStringConvertible {
      package var description: String

      package init(description: String) { self.description = description }
    }

    /// A file of `Tests/Programs`, for a compiler or an interpreter.
    package static func program(_ name: String) -> URL? {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let file = tests.appending(path: "Programs/\(name)", directoryHint: .notDirectory)
      return FileManager.default.isReadableFile(atPath: file.path) ? file : nil
    }

    /// Starts the program.
    ///
    /// Call it where blocking is allowed.
    package func start(_ arguments: [String], input: Int32, output: Int32) throws -> ChildProcess {
      try ChildProcess(executable, arguments, input: input, output: output)
    }

    /// Runs the program to its end.
    ///
    /// Its output goes to a file in the folder, which the failure quotes.
    package func run(_ arguments: [String], in folder: TemporaryFolder) async throws {
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
    package static func onThread<Value: Sendable>(
      _ action: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try action() }) }
      }
    }
  }
#endif
