#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc
  import TestSupport

  @testable import Net

  /// What the processes of a test do.
  enum DiskWork {
    /// Runs the body on another thread.
    ///
    /// A mutex knows its owner by the number of a thread. A thread that forked still has the number that it had in the
    /// parent, with which it cannot wait for other threads.
    static func onThread(_ body: @escaping @Sendable () -> Int32) -> Int32 {
      let result = Locked<Int32>(-1)
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let status = body()
        result.update { $0 = status }
        isDone.signal()
      }
      isDone.wait()
      return result.value
    }

    /// Stores, updates and removes until the process is killed.
    static func write(in directory: URL, seed: UInt64) -> Int32 {
      guard let store = try? DiskCacheStore(at: directory, limit: 4 << 20) else { return 1 }
      var generator = SeededGenerator(seed: seed)
      while true { try? step(store, &generator) }
    }

    /// Stores, updates, removes and reads; returns 0 if everything that was read was whole.
    static func writeAndCheck(in directory: URL, seed: UInt64) -> Int32 {
      guard let store = try? DiskCacheStore(at: directory, limit: 4 << 20) else { return 1 }
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<40 {
        try? step(store, &generator)
        let path = "\(UInt8.random(in: 0..<6, using: &generator))"
        for entry in (try? store.entries(for: StoreFixture.key(path))) ?? [] {
          do {
            guard try isWhole(entry, in: store) else { return 2 }
          } catch CacheStoreError.vanished {
            continue
          } catch {
            return 3
          }
        }
      }
      return 0
    }

    /// Stores the same variant again and again, each time instead of what is there; returns 0 if no call failed and
    /// everything that was read was whole.
    static func storeOneVariant(in directory: URL, seed: UInt8, times: Int) -> Int32 {
      guard let store = try? DiskCacheStore(at: directory, limit: 4 << 20) else { return 1 }
      for round in 0..<times {
        let size = [10, 20_000, 140_000][round % 3]
        do {
          let stored = try store.entries(for: StoreFixture.key("0"))
          for entry in stored {
            do {
              guard try isWhole(entry, in: store) else { return 2 }
            } catch CacheStoreError.vanished {
              // The other process has replaced it.
              continue
            }
          }
          try store.put(
            "0", Data(repeating: seed, count: size), tag: "\(seed),\(size)", replacing: stored.map(\.id))
        } catch {
          return 3
        }
      }
      return 0
    }

    private static func step(_ store: DiskCacheStore, _ generator: inout SeededGenerator) throws {
      let path = "\(UInt8.random(in: 0..<6, using: &generator))"
      let seed = UInt8.random(in: 0...255, using: &generator)
      let size = [10, 5000, 20_000, 70_000, 140_000][Int.random(in: 0..<5, using: &generator)]
      let entries = try store.entries(for: StoreFixture.key(path))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: try store.removeAll(url: StoreFixture.key(path).url)
      case 1: try store.remove(entries)
      case 2:
        if let entry = entries.first {
          var head = entry.response
          head.headers.update(name: "X-Updated", value: "\(seed)")
          try store.update(entry, response: head)
        }
      default:
        try store.put(
          path, Data(repeating: seed, count: size), tag: "\(seed),\(size)", replacing: entries.map(\.id))
      }
    }

    /// The paths of the entries whose body is not the one of their head.
    static func broken(in directory: URL, found: inout Int) throws -> [String] {
      let store = try DiskCacheStore(at: directory, limit: 4 << 20)
      var broken: [String] = []
      for path in (0..<6).map(String.init) {
        for entry in try store.entries(for: StoreFixture.key(path)) {
          found += 1
          do {
            if try !isWhole(entry, in: store) { broken.append(path) }
          } catch CacheStoreError.vanished {
            // A head without its body: the process ended while it removed the entry.
            continue
          }
        }
      }
      return broken
    }

    private static func isWhole(_ entry: CacheEntry, in store: DiskCacheStore) throws -> Bool {
      let numbers = (entry.response.headers["ETag"] ?? "").split(separator: ",").compactMap { Int($0) }
      guard numbers.count == 2 else { return false }
      return try store.body(of: entry) == Data(repeating: UInt8(clamping: numbers[0]), count: numbers[1])
    }

    /// Sets the largest size that a file may have; nil for any size.
    static func limitFiles(to size: Int64?) {
      var limit = rlimit()
      // The structure is valid during the calls.
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    /// Opens as many descriptors as the process may have.
    static func takeDescriptors() -> [Int32] {
      var taken: [Int32] = []
      while case let descriptor = unsafe open("/dev/null", O_RDONLY), descriptor >= 0 {
        taken.append(descriptor)
      }
      return taken
    }

    /// Makes a fixture, and continues as a user without privileges, until `seteuid(0)`.
    ///
    /// The system lets an administrator read and write everywhere. Call it only in a process of the test's.
    static func fixtureOfAUser() throws -> DiskFixture {
      // Another user may not enter a private temporary directory. No other thread reads the environment yet.
      if geteuid() == 0 { unsafe setenv("TMPDIR", "/tmp", 1) }
      let fixture = try DiskFixture()
      guard geteuid() == 0 else { return fixture }
      let isGiven = give(fixture.directory.deletingLastPathComponent(), to: 65_534)
      guard isGiven, seteuid(65_534) == 0 else { throw POSIXError(.EPERM) }
      return fixture
    }

    private static func give(_ folder: URL, to user: uid_t) -> Bool {
      unsafe chown(folder.path, user, user) == 0
    }

    static func setMode(_ mode: mode_t, of folder: URL) throws {
      guard unsafe chmod(folder.path, mode) == 0 else { throw POSIXError(.EIO) }
    }

    static func limitDescriptors(to count: Int) {
      var limit = rlimit()
      // The structure is valid during the calls.
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = rlim_t(count)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  }
#endif
