#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct DiskDescriptorsTests {
    @Test("A store on disk closes every descriptor, also after failures")
    func everyDescriptorIsClosed() async throws {
      let fixture = try DiskFixture()
      let store = try fixture.open()
      let writer = try store.writer(
        for: StoreFixture.key("a"), response: StoreFixture.head(), replacing: [])
      try writer.append(StoreFixture.body(100_000))
      expectEqual(Self.opened(in: fixture.directory).count, 1)
      writer.discard()
      try Self.use(fixture)
      // The worker of the store may still tidy.
      await waitPatiently { Self.opened(in: fixture.directory).isEmpty }
      #expect(Self.opened(in: fixture.directory).isEmpty)
    }

    /// What this process has open in a directory, which no other test uses.
    private static func opened(in directory: URL) -> [String] {
      let files = FileManager.default
      let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return descriptors.compactMap { try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        .filter { $0.contains(directory.deletingLastPathComponent().lastPathComponent) }
    }

    private static func use(_ fixture: DiskFixture) throws {
      let store = try fixture.open(limit: 400_000, entryLimit: 300_000)
      for size in [10, 100_000] {
        let entry = try store.put("a", StoreFixture.body(size))
        _ = try fixture.open().body("a")
        _ = try store.reader(of: entry).read(atMost: 1)
        try store.update(entry, response: StoreFixture.head("a", tag: "2"))
        store.touch(entry)
        try store.forEach { _ in }
        for file in fixture.files {
          try DiskFixture.age(file, by: 3600)
          try Data("damaged".utf8).write(to: file)
        }
        _ = try? store.reader(of: entry)
        _ = try? store.update(entry, response: entry.response)
        _ = try fixture.open().body("a")
        store.removeRemains()
        let writer = try store.writer(for: entry.key, response: entry.response, replacing: [])
        try writer.append(StoreFixture.body(size))
        try store.removeAll(url: entry.key.url)
        _ = try? writer.commit()
      }
      for number in 0..<8 { try store.put("\(number)", StoreFixture.body(100_000)) }
      try store.removeAll()
      try FileManager.default.removeItem(at: fixture.directory)
      _ = try store.entries(for: StoreFixture.key("a"))
      _ = store.size
    }
  }
#endif
