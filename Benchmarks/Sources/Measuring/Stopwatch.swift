#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock that measures a workload.
package enum Stopwatch: Sendable {
  /// The CPU time of the thread, which excludes other load on the machine, for work that stays on one thread.
  case thread
  /// The CPU time of the whole process, for work that may resume on another thread.
  case process
  /// Wall time, for work that several threads share.
  case wall

  /// The current value.
  package var nanoseconds: Double {
    var time = timespec()
    switch self {
    case .thread: clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    case .process: clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
    }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
