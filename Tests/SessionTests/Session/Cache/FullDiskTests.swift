#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Requests of a session whose cache is on a disk that is full.
  @Suite struct FullDiskTests {
    @Test("A file system of 1 MiB that is full stores nothing, and no request fails", .heavy)
    func aFullFileSystemFailsNoRequest() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let folder = try TemporaryFolder()
        let child = try ForkedChild {
          guard SmallDisk.mount(at: folder.url) else { return SmallDisk.isForbidden }
          return DiskWork.onThread { FullDisk.run(in: folder.url, SmallDisk(at: folder.url)) }
        }
        let ending = child.wait()
        if ending == .exited(SmallDisk.isForbidden) {
          // Also where nothing may be mounted, the test below has run the same steps.
          print("full disk: mounting is forbidden here, so only a limit on the size of files was tested")
        } else {
          print("full disk: tested on a file system of 1 MiB")
          try #require(ending == .exited(0))
        }
      }
      let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      print(said.split(separator: "\n").filter { $0.hasPrefix("full disk") }.joined(separator: "\n"))
      #expect(said.contains("full disk: "))
    }

    @Test("Without permission to write more bytes nothing is stored, and no request fails", .heavy)
    func aLimitOnTheSizeOfFilesFailsNoRequest() async throws {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        signal(SIGXFSZ, SIG_IGN)
        let child = try ForkedChild { DiskWork.onThread { FullDisk.run(in: folder.url, FileLimit()) } }
        try #require(child.wait() == .exited(0))
      }
    }
  }

  /// A disk that can be filled.
  private protocol SmallStorage {
    /// Leaves room for `SmallDisk.size` bytes.
    func empty()
    /// Leaves room for nothing.
    func fill()
  }

  /// What is done on a full disk; the result says which step failed, and is 0 if none did.
  private enum FullDisk {
    static func run(in folder: URL, _ disk: some SmallStorage) -> Int32 {
      disk.empty()
      let directory = folder.appending(path: "cache", directoryHint: .notDirectory)
      guard let cache = try? HTTPCache.disk(at: directory, limit: 64 << 20) else { return 1 }
      let fixture = CachedSession(cache)
      // More than the disk has, without a length that says so.
      let body = String(repeating: "0123456789abcdef", count: 3 << 16)
      let chunks = (0..<48).map { _ in StubChunk(String(body.prefix(65_536))) }
      let long = StubResponse.stream(chunks, headers: ["Cache-Control": "max-age=60"])
      fixture.transport.stub(.get("https://example.com/long"), with: long)
      fixture.transport.stub(.get("https://example.com/short"), with: .fresh("short"))
      guard get("https://example.com/long", fixture) == body else { return 2 }
      guard fixture.monitor.events.last == .refused(.storage) else { return 3 }
      guard cache.statistics.failures == 1, cache.store.count == 0, files(directory).isEmpty else { return 4 }
      // The room is free again.
      guard get("https://example.com/short", fixture) == "short", cache.store.count == 1 else { return 5 }
      disk.fill()
      guard get("https://example.com/short", fixture) == "short", fixture.sent == 2 else { return 6 }
      fixture.timer.advance(by: .seconds(100))
      guard get("https://example.com/short", fixture) == "short", fixture.sent == 3 else { return 7 }
      guard fixture.monitor.events.last == .refused(.storage), cache.statistics.failures == 2 else {
        return 8
      }
      disk.empty()
      guard get("https://example.com/short", fixture) == "short", fixture.sent == 4 else { return 9 }
      guard get("https://example.com/short", fixture) == "short", fixture.sent == 4 else { return 10 }
      return 0
    }

    private static func get(_ url: String, _ fixture: CachedSession) -> String? {
      let got = Locked<String?>(nil)
      let isDone = DispatchSemaphore(value: 0)
      fixture.session.get(url).response(delivery: .inline, responseSerializer: .string) { response in
        got.update { $0 = response.value }
        isDone.signal()
      }
      _ = isDone.wait(timeout: .patience)
      return got.value
    }

    private static func files(_ directory: URL) -> [String] {
      let all =
        FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)?.allObjects ?? []
      return all.compactMap { $0 as? URL }.filter { FileEntry($0)?.isFolder == false }.map(\.path)
    }
  }

  /// A limit on the size of files, which fails writes as a full disk does.
  private struct FileLimit: SmallStorage {
    func empty() { DiskWork.limitFiles(to: SmallDisk.size) }
    func fill() { DiskWork.limitFiles(to: 0) }
  }

  /// A file system of its own in memory, which only this process sees.
  private struct SmallDisk: SmallStorage {
    static let size: Int64 = 1 << 20
    /// The exit status of a process that may not mount anything.
    static let isForbidden: Int32 = 77

    private let filler: String

    init(at folder: URL) { filler = folder.appending(path: "filler").path }

    func empty() { _ = unsafe unlink(filler) }

    func fill() {
      let descriptor = unsafe open(filler, O_WRONLY | O_CREAT, 0o600)
      let bytes = [UInt8](repeating: 0, count: 4096)
      // The bytes are valid during the call.
      while unsafe Glibc.write(descriptor, bytes, bytes.count) > 0 {}
      close(descriptor)
    }

    /// Mounts the file system; returns false where that is forbidden.
    ///
    /// The process must have one thread.
    static func mount(at folder: URL) -> Bool {
      guard let unshare, let mount = unsafe systemMount else { return false }
      // CLONE_NEWNS, and without privileges CLONE_NEWUSER.
      let (user, group) = (geteuid(), getegid())
      if unshare(0x0002_0000) != 0 {
        guard unshare(0x1002_0000) == 0 else { return false }
        put("deny", to: "/proc/self/setgroups")
        put("0 \(user) 1", to: "/proc/self/uid_map")
        put("0 \(group) 1", to: "/proc/self/gid_map")
      }
      // MS_REC and MS_PRIVATE: other processes do not see it.
      guard unsafe mount("none", "/", nil, 0x44000, nil) == 0 else { return false }
      return unsafe "size=\(size)".withCString { unsafe mount("tmpfs", folder.path, "tmpfs", 0, $0) } == 0
    }

    private static func put(_ text: String, to path: String) {
      let descriptor = unsafe open(path, O_WRONLY)
      // The text is valid during the call.
      _ = unsafe Glibc.write(descriptor, text, text.utf8.count)
      close(descriptor)
    }

    /// The functions with their declared types, because Swift does not import them.
    private static let unshare: (@convention(c) @Sendable (Int32) -> Int32)? = {
      guard let symbol = unsafe dlsym(nil, "unshare") else { return nil }
      return unsafe unsafeBitCast(symbol, to: (@convention(c) @Sendable (Int32) -> Int32).self)
    }()

    private typealias Mount =
      @convention(c) @Sendable (
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt, UnsafeRawPointer?
      ) -> Int32

    private static let systemMount: Mount? = {
      guard let symbol = unsafe dlsym(nil, "mount") else { return nil }
      return unsafe unsafeBitCast(symbol, to: Mount.self)
    }()
  }
#endif
