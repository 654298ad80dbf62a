#if os(Linux) && !canImport(Darwin)
  import CLibcurl
#endif

/// The threads of a crew that call code, as its watcher sees them.
///
/// A thread that computes without a pause is interrupted only by the system's tick, every 4 ms on many systems. Until
/// then a thread that waits for the same processor does not run, even if its share is due. Whenever a thread wakes up on
/// that processor, the system decides again. So the watcher wakes up where a thread computes. That changes no share and
/// no priority.
struct AwayThreads: Sendable {
  private struct Member: Sendable {
    let thread: Thread
    /// For how long it had computed when it was last looked at, in microseconds.
    var time: Int64
  }

  private var leader: Thread?
  private var members: [Member] = []
  private var last = 0

  /// The calling thread leads.
  mutating func leads(_ thread: Thread) { leader = thread }

  /// Another thread is about to take over from the leader.
  ///
  /// - Returns: The leader.
  mutating func leaves() -> Thread? {
    if let leader { members.append(Member(thread: leader, time: 0)) }
    return leader
  }

  /// The thread is back.
  ///
  /// It must be called before the thread ends, because the system notes its processor in its memory.
  mutating func isBack(_ thread: Thread) { members.removeAll { $0.thread.number == thread.number } }

  /// Returns the processor of a thread that has computed since it was last looked at, or nil if there is none.
  ///
  /// If there are several such threads, each call returns another one's.
  mutating func nextProcessor() -> Int32? {
    for _ in 0..<min(members.count, Self.looks) {
      last = (last + 1) % members.count
      let time = members[last].thread.time
      defer { members[last].time = time }
      let processor = members[last].thread.processor
      if time - members[last].time >= Self.leastTime, processor >= 0 { return processor }
    }
    return nil
  }

  /// How many threads are looked at in one call, since each costs a system call.
  private static let looks = 4
  /// A thread that has computed for less time than this, in microseconds, waits most of the time.
  private static let leastTime: Int64 = 20
}

extension AwayThreads {
  #if os(Linux) && !canImport(Darwin)
    /// A thread of the package.
    // Its memory is read only while it is one of the members of a crew, and it exists that long.
    @safe struct Thread: @unchecked Sendable {
      private let thread: libcurl_thread

      static var current: Thread { unsafe Thread(thread: libcurl_thread_current()) }

      var number: Int32 { unsafe thread.number }
      var processor: Int32 { unsafe libcurl_thread_processor(thread) }
      var time: Int64 { unsafe libcurl_thread_time(thread) }

      /// Lets the calling thread run only on this processor, or with nil where it likes.
      static func follow(_ processor: Int32?) { libcurl_thread_follow(processor ?? -1) }
    }
  #else
    /// A thread of the package.
    ///
    /// Other systems lower the priority of a thread that computes for long themselves.
    struct Thread: Sendable {
      static var current: Thread { Thread() }

      var number: Int32 { 0 }
      var processor: Int32 { -1 }
      var time: Int64 { 0 }

      static func follow(_ processor: Int32?) {}
    }
  #endif
}
