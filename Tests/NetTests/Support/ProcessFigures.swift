#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport

  /// What this process holds of the system, for tests that have a process of their own.
  enum ProcessFigures {
    /// How many descriptors are open.
    static var descriptors: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// How many bytes of memory are in use, without what the allocator keeps for the next time.
    static var resident: Int {
      _ = trim?(0)
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return (pages ?? 0) * 4096
    }

    /// `malloc_trim`, which Swift does not import; the type is that of its declaration.
    private static let trim: (@convention(c) @Sendable (Int) -> Int32)? = {
      guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return nil }
      return unsafe unsafeBitCast(symbol, to: (@convention(c) @Sendable (Int) -> Int32).self)
    }()

    /// Has threads share what the allocator keeps: with a store for each, what is left depends on which thread ran when.
    static func shareMemoryAmongThreads() {
      // M_ARENA_MAX of the C library.
      _ = limit?(-8, 1)
    }

    /// `mallopt`, likewise.
    private static let limit: (@convention(c) @Sendable (Int32, Int32) -> Int32)? = {
      guard let symbol = unsafe dlsym(nil, "mallopt") else { return nil }
      return unsafe unsafeBitCast(symbol, to: (@convention(c) @Sendable (Int32, Int32) -> Int32).self)
    }()

    /// Waits for what another thread does a moment later.
    static func settle(_ isThere: () -> Bool) async { await waitPatiently(until: isThere) }
  }
#endif
