import Foundation

/// What this process holds of the system, for tests that have a process of their own.
enum ProcessFigures {
  /// How many descriptors are open.
  static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  /// How many bytes of memory are in use.
  static var resident: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * 4096
  }

  /// Waits for what another thread does a moment later, as a loop that ends.
  static func settle(_ isThere: () -> Bool) async {
    let deadline = ContinuousClock.now + .seconds(20)
    while !isThere(), ContinuousClock.now < deadline { await Task.yield() }
  }
}
