#if os(Linux)
  package import Dispatch
  package import Foundation
  import Glibc

  /// A process started by a test.
  ///
  /// Foundation's `Process` looks for open descriptors in `/proc` and reads past the end of its buffer. With
  /// more than a thousand open descriptors, as in the load tests, it occasionally crashes this process.
  package final class ChildProcess: Sendable {
    package let identifier: pid_t
    /// Empty once the process has ended.
    package let isGone = DispatchGroup()
    private let ending = Locked<Int32>(0)

    /// The exit status, or -1 after a signal.
    ///
    /// Valid once the process has ended.
    package var status: Int32 { ending.value }

    /// Starts the process with these descriptors for input and output, and no others.
    package init(_ executable: URL, _ arguments: [String], input: Int32, output: Int32) throws {
      identifier = try Self.spawned(executable.path, arguments, input: input, output: output)
      isGone.enter()
      Thread.detachNewThread { [identifier, isGone, ending] in
        var status: Int32 = 0
        // The pointer is valid during the call.
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let hasExited = status & 0x7f == 0
        let code = hasExited ? (status >> 8) & 0xff : -1
        ending.update { $0 = code }
        isGone.leave()
      }
    }

    private static func spawned(
      _ path: String, _ arguments: [String], input: Int32, output: Int32
    ) throws -> pid_t {
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      var signals = sigset_t()
      var identifier: pid_t = 0
      let texts = unsafe ([path] + arguments).map { unsafe strdup($0) }
      // All pointers are valid until the call has returned. The texts and the two objects are freed after
      // it.
      let spawn = {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        for descriptor in 3..<Int32(8192) { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
        // Threads of libdispatch block signals, and the child would inherit that.
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var vector = unsafe texts + [nil]
        return unsafe posix_spawn(&identifier, path, &actions, &attributes, &vector, environ)
      }
      let result = spawn()
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      for index in unsafe texts.indices { unsafe free(texts[index]) }
      guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .ENOENT) }
      return identifier
    }
  }
#endif
