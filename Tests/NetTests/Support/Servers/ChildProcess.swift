#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc

  /// A process that a test has started.
  ///
  /// Not Foundation's, which looks for open descriptors in a folder of the system and reads beyond the end of what it was
  /// given there: with more than a thousand of them open, as tests of crowds have, that ends this process now and then.
  final class ChildProcess: Sendable {
    let identifier: pid_t
    /// Empty once it has gone.
    let isGone = DispatchGroup()
    private let ending = Locked<Int32>(0)

    /// What it ended with; -1 for a signal.
    ///
    /// To be read once it has gone.
    var status: Int32 { ending.value }

    /// Starts it with these descriptors for its input, and for what it says, and with no others.
    init(_ executable: URL, _ arguments: [String], input: Int32, output: Int32) throws {
      identifier = try Self.spawned(executable.path, arguments, input: input, output: output)
      isGone.enter()
      Thread.detachNewThread { [identifier, isGone, ending] in
        var status: Int32 = 0
        // The pointer lives for the call.
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
      // All pointers live until the call has returned; the texts and the two objects are freed after it.
      let spawn = {
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        for descriptor in 3..<Int32(8192) { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
        // Threads of libdispatch block signals, and a child would go on with that.
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
