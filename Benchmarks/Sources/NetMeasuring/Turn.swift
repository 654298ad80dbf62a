import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The figures of one turn, as its process reports them.
package struct Turn: Codable, Equatable, Sendable {
  /// Requests per second.
  package var rps: Double
  /// Microseconds of CPU time per request, for all threads.
  package var cpu: Double
  /// The peak memory of the process in MB, or 0 if unknown.
  package var rss: Double

  package init(rps: Double, cpu: Double, rss: Double) {
    self.rps = rps
    self.cpu = cpu
    self.rss = rss
  }

  /// Measures work that sends this many requests.
  package static func measuring(count: Int, _ work: () async throws -> Void) async throws -> Turn {
    let (began, cpuBegan) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    try await work()
    let (time, cpu) = (seconds(CLOCK_MONOTONIC) - began, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpuBegan)
    return Turn(rps: Double(count) / time, cpu: cpu * 1e6 / Double(count), rss: mostMemory)
  }

  /// Returns the median of each figure.
  package static func middle(_ turns: [Turn]) -> Turn? {
    guard let rps = turns.map(\.rps).middle, let cpu = turns.map(\.cpu).middle,
      let rss = turns.map(\.rss).middle
    else { return nil }
    return Turn(rps: rps, cpu: cpu, rss: rss)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The current memory of the process in MB, or 0 if unknown.
  package static var memory: Double { memory("VmRSS:") }

  private static var mostMemory: Double { memory("VmHWM:") }

  private static func memory(_ row: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(row) }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
    return (kilobytes ?? 0) / 1024
  }
}
