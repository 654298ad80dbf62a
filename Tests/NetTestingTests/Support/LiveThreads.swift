#if os(Linux)
  import Foundation

  /// The threads of this process.
  enum LiveThreads {
    /// The number of threads with this name that do not end.
    ///
    /// The kernel lists a thread for a moment after `pthread_join` has returned.
    static func count(named name: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { task in
        // A thread may end while the list is read.
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(task)/stat", encoding: .utf8),
          text.contains("(\(name))"), let end = text.lastIndex(of: ")")
        else { return false }
        // After the name: state, parent, group, session, terminal, its group, flags (proc_pid_stat(5)).
        let flags = text[end...].split(separator: " ").dropFirst(7).first.flatMap { UInt64($0) } ?? 0
        let isEnding: UInt64 = 0x4
        return flags & isEnding == 0
      }
    }
  }
#endif
