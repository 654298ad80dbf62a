#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// The system resources that this process uses, for tests that run in a separate process.
  enum ProcessFigures {
    /// The number of open descriptors.
    static var descriptors: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// The descriptors that sets of epoll watch, including those that were closed.
    static var watched: [Int32] {
      let folder = "/proc/self/fdinfo"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.flatMap { name in
        let lines =
          (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.filter { $0.hasPrefix("tfd:") }.compactMap { line in
          line.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
        }
      }
    }

    /// The number of threads.
    static var threads: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    /// The bytes of memory in use, without free memory that the allocator keeps.
    static var resident: Int {
      _ = trim?(0)
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return (pages ?? 0) * 4096
    }

    /// The function `malloc_trim` with its declared type, because Swift does not import it.
    private static let trim: (@convention(c) @Sendable (Int) -> Int32)? = {
      guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return nil }
      return unsafe unsafeBitCast(symbol, to: (@convention(c) @Sendable (Int) -> Int32).self)
    }()

    /// Makes all threads share one arena of the allocator.
    ///
    /// With an arena per thread, the free memory that it keeps depends on scheduling.
    static func shareMemoryAmongThreads() {
      // The constant `M_ARENA_MAX` of the C library.
      _ = limit?(-8, 1)
    }

    /// The function `mallopt`, likewise.
    private static let limit: (@convention(c) @Sendable (Int32, Int32) -> Int32)? = {
      guard let symbol = unsafe dlsym(nil, "mallopt") else { return nil }
      return unsafe unsafeBitCast(symbol, to: (@convention(c) @Sendable (Int32, Int32) -> Int32).self)
    }()

    /// Waits for a condition that another thread will make true.
    static func settle(_ isThere: () -> Bool) async { await waitPatiently(until: isThere) }
  }
#endif
