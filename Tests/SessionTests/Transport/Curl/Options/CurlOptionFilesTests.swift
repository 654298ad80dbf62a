#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// Files on disk, for a system without files in memory.
  @Suite struct CurlOptionFilesTests {
    private let key = Data("-----BEGIN PRIVATE KEY-----".utf8)

    @Test func aFileOnDiskHasNoNameAndIsForItsOwnerOnly() throws {
      let files = CurlOptionFiles()
      let path = try files.diskPath(of: key)
      expectEqual(FileManager.default.contents(atPath: path), key)
      var info = stat()
      // The structure is written only during the call.
      try #require(unsafe stat(path, &info) == 0)
      expectEqual(info.st_nlink, 0)
      expectEqual(info.st_mode & 0o777, 0o600)
    }

    @Test func aFileOnDiskCanBeReadAgain() throws {
      let files = CurlOptionFiles()
      let path = try files.diskPath(of: key)
      for _ in 0..<2 { expectEqual(FileManager.default.contents(atPath: path), key) }
    }

    @Test func withoutTheFolderOfDescriptorsAFileKeepsItsNameUntilTheFilesAreReleased() throws {
      let path = try {
        let files = CurlOptionFiles()
        let path = try files.diskPath(of: key, descriptors: "/nowhere")
        expectEqual(FileManager.default.contents(atPath: path), key)
        withExtendedLifetime(files) {}
        return path
      }()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
#endif
