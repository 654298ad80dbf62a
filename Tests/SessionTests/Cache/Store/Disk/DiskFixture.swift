import Foundation
import TestSupport

@testable import Net

/// A directory of a store on disk, removed with this object, and what is in it.
final class DiskFixture: Sendable {
  private let folder: TemporaryFolder
  let directory: URL

  init() throws {
    folder = try TemporaryFolder()
    directory = folder.url.appending(path: "cache", directoryHint: .notDirectory)
  }

  func open(limit: Int64 = 64 << 20, entryLimit: Int64? = nil) throws -> DiskCacheStore {
    try DiskCacheStore(at: directory, limit: limit, entryLimit: entryLimit)
  }

  /// All files below the directory, but not folders.
  var files: [URL] {
    let all = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)?.allObjects ?? []
    return all.compactMap { $0 as? URL }.filter { FileEntry($0)?.isFolder == false }
      .sorted { $0.path < $1.path }
  }

  var names: [String] { files.map(\.lastPathComponent) }

  /// When each file was last read, in nanoseconds since 1970.
  var accessTimes: [Int64] {
    files.map { file in
      var info = stat()
      // The structure is written only during the call.
      guard unsafe lstat(file.path, &info) == 0 else { return 0 }
      #if canImport(Darwin)
        let time = info.st_atimespec
      #else
        let time = info.st_atim
      #endif
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
  }

  /// The folder of the entries of a path.
  func shard(_ path: String) -> URL {
    URL(filePath: DiskFolder(directory).path(of: DiskKey(StoreFixture.key(path)).shard))
  }

  /// Sets the time of change of a file to a time before now.
  static func age(_ file: URL, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: file.path)
  }
}
