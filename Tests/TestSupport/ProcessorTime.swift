import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Returns the CPU time of the body on this thread, which, unlike wall time, does not depend on other load.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let start = processorTime()
  try body()
  return processorTime() - start
}

private func processorTime() -> Duration {
  var time = timespec()
  // The pointer is valid during the call, which writes one value.
  guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Expects that eight times as many parts take about eight times as long.
///
/// Work that reads all parts again for each of them takes 64 times as long; if it reads a limited number of them, it takes
/// longer than 16 times from a number below that limit on. The shortest of up to five runs counts, because other load makes
/// the processor slower.
package func expectLinearTime(
  from few: Int, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
  column: Int = #column, time: (Int) throws -> Duration
) rethrows {
  var short = Duration.seconds(600)
  var long = short
  for _ in 0..<5 {
    short = min(short, try time(few))
    long = min(long, try time(8 * few))
    if long < short * 16 { return }
  }
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  Issue.record("\(few) take \(short), and \(8 * few) take \(long)", sourceLocation: place)
}
