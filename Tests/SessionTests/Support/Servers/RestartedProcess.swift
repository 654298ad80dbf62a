#if os(Linux)
  import Foundation
  import Glibc

  /// The program of an exit test, restarted in its process with other environment variables.
  ///
  /// Some variables are read only when a program starts: `LD_PRELOAD` by the dynamic linker,
  /// `SWIFT_BACKTRACE` by the runtime. The body of the exit test runs twice, the first time up to this call.
  /// It must capture nothing, because captured values can be read only once.
  enum RestartedProcess {
    /// Does nothing if the variables already have these values.
    static func start(with variables: [String: String]) throws {
      let present = ProcessInfo.processInfo.environment
      guard variables.contains(where: { present[$0.key] != $0.value }) else { return }
      // The environment at the start of the process, since the testing library has removed its variables.
      // The descriptor of the captured values is omitted: it was read and closed, and its number may have
      // been reused.
      let left = variables.keys + ["SWT_CAPTURED_VALUES"]
      var environment = try texts("environ").filter { text in !left.contains { text.hasPrefix("\($0)=") } }
      // The descriptor over which the testing library reports failures must stay open.
      for text in environment where text.hasPrefix("SWT_BACKCHANNEL=") {
        if let number = Int32(text.dropFirst("SWT_BACKCHANNEL=".count)) { _ = fcntl(number, F_SETFD, 0) }
      }
      environment += variables.map { "\($0.key)=\($0.value)" }
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      replace(with: path, try texts("cmdline"), environment)
      throw POSIXError(.ENOEXEC)
    }

    /// Replaces the program of this process.
    ///
    /// Returns only if that fails.
    static func replace(with path: String, _ arguments: [String], _ environment: [String]) {
      // The texts are never freed: their memory ends with the program.
      var vector = unsafe arguments.map { unsafe strdup($0) } + [nil]
      var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
      // The pointers are valid during the call.
      unsafe execve(path, &vector, &variables)
    }

    /// The zero-terminated texts of a file about this process (proc(5)).
    private static func texts(_ name: String) throws -> [String] {
      try contents(name).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The contents of a file about this process, read to the end.
    ///
    /// Foundation stops after the first part.
    static func contents(_ name: String) throws -> Data {
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/\(name)"))
      var contents = Data()
      while let part = try file.read(upToCount: 4096), !part.isEmpty { contents += part }
      return contents
    }
  }
#endif
