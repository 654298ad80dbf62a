#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How long a processor worked on this thread for the body: unlike the time on the clock, whatever else the machine does.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let start = processorTime()
  try body()
  return processorTime() - start
}

private func processorTime() -> Duration {
  var time = timespec()
  // The pointer lives for the call, which writes one value.
  guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
