#if os(Linux)
  import Foundation
  import Glibc

  /// The program of a test that runs in a separate process, started again in this process with other environment variables.
  ///
  /// Some variables count only when a program starts: `LD_PRELOAD` for the dynamic linker, `SWIFT_BACKTRACE` for the
  /// runtime. The body of the exit test runs twice, up to this call the first time. It must capture nothing, since the
  /// values of captures can be read only once.
  enum RestartedProcess {
    /// Does nothing where the variables already have these values.
    static func start(with variables: [String: String]) throws {
      let present = ProcessInfo.processInfo.environment
      guard variables.contains(where: { present[$0.key] != $0.value }) else { return }
      // What the process was started with: the testing library has removed its variables since.
      // But for the descriptor with the values of captures: it has been read and closed, and its number may be another's.
      let left = variables.keys + ["SWT_CAPTURED_VALUES"]
      var environment = try texts("environ").filter { text in !left.contains { text.hasPrefix("\($0)=") } }
      // The one by which the testing library tells of failures must stay open.
      for text in environment where text.hasPrefix("SWT_BACKCHANNEL=") {
        if let number = Int32(text.dropFirst("SWT_BACKCHANNEL=".count)) { _ = fcntl(number, F_SETFD, 0) }
      }
      environment += variables.map { "\($0.key)=\($0.value)" }
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      replace(with: path, try texts("cmdline"), environment)
      throw POSIXError(.ENOEXEC)
    }

    /// Replaces the program of this process; returns where that fails.
    static func replace(with path: String, _ arguments: [String], _ environment: [String]) {
      // The texts are never freed: the memory goes with the program.
      var vector = unsafe arguments.map { unsafe strdup($0) } + [nil]
      var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
      // The pointers live for the call.
      unsafe execve(path, &vector, &variables)
    }

    /// A list of texts that the system tells of this process (proc(5)): each ends with a zero byte.
    private static func texts(_ name: String) throws -> [String] {
      try contents(name).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What the system tells of this process under a name, read to the end: Foundation stops after the first part.
    static func contents(_ name: String) throws -> Data {
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/\(name)"))
      var contents = Data()
      while let part = try file.read(upToCount: 4096), !part.isEmpty { contents += part }
      return contents
    }
  }
#endif
