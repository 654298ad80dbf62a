#if os(Linux)
  import Foundation
  import TestSupport

  /// A C source of `Tests/Programs` whose functions replace those of the C library (`LD_PRELOAD`).
  struct PreloadedProgram {
    /// The name of the source, without its extension.
    var name: String

    /// Compiles the source, and restarts this process with it; see ``RestartedProcess``.
    func start() async throws {
      let present = ProcessInfo.processInfo.environment["LD_PRELOAD"] ?? ""
      if present.hasSuffix("/\(name).so") {
        // The loaded library does not need its file.
        try? FileManager.default.removeItem(at: URL(filePath: present).deletingLastPathComponent())
        return
      }
      guard let source = Tool.program("\(name).c"), let compiler = Tool.compilerOfC else {
        throw Tool.Failure(description: "there is no compiler of C, or nothing to compile")
      }
      let folder = try TemporaryFolder()
      let library = folder.file("\(name).so").path
      try await compiler.run(["-shared", "-fPIC", "-o", library, source.path], in: folder)
      try RestartedProcess.start(with: ["LD_PRELOAD": library])
      throw Tool.Failure(description: "the process did not start again")
    }
  }
#endif
