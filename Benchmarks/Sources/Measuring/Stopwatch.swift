#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which time a workload is measured in.
package enum Stopwatch: Sendable {
  /// The time for which the thread was running: what else the machine does, does not count. For work that stays on the
  /// thread that it began on.
  case thread
  /// The time for which any thread of the process was running. For work that goes on where it is resumed.
  case process
  /// The time that passed. For work that several threads do together.
  case wall

  /// What it shows.
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
