import Foundation

/// The folders of a store on disk.
///
/// ```text
/// the directory of the cache/
///   entries/     only this user can access it
///     00/ … ff/  by the first byte of the URL's digest
///   removed-…/   entries that are being removed
/// ```
struct DiskFolder: Sendable {
  static let shardCount = 256

  let root: URL
  private let entries: String
  /// The paths of the folders of all shards, made once.
  private let shards: [String]
  private static let entriesName = "entries"

  init(_ root: URL) {
    self.root = root
    let entries = root.path + "/" + Self.entriesName
    self.entries = entries
    shards = (0..<Self.shardCount).map { entries + ($0 < 16 ? "/0" : "/") + String($0, radix: 16) }
  }

  func path(of shard: Int) -> String { shards[shard] }

  /// The path of the file of an entry.
  func path(of record: DiskRecord) -> String { record.name(after: path(of: record.shard) + "/") }

  /// The name of a new file that is not an entry yet.
  static func makeTemporaryName() -> String {
    temporaryPrefix + DiskRecord.hexadecimal(.random(in: 0 ... .max))
  }

  static let temporaryPrefix = ".t"

  // MARK: - Opening

  /// Opens the folder of a shard, for one operation: another process may move it away.
  ///
  /// - Throws: ``CacheStoreError/vanished`` if it does not exist, ``CacheStoreError/directory(_:reason:)`` if it is a
  ///   file or a symbolic link.
  func open(_ shard: Int) throws -> OpenFolder { try open { try OpenFolder(path(of: shard)) } }

  private func openRoot() throws -> OpenFolder { try open { try OpenFolder(root.path) } }

  private func open(_ body: () throws -> OpenFolder) throws -> OpenFolder {
    do { return try body() } catch CacheStoreError.system(.ENOTDIR) {
      throw CacheStoreError.directory(root, reason: "there is a file or a symbolic link instead of a folder")
    }
  }

  // MARK: - Creating

  /// Creates the folders that are missing, and checks that only this user can access the entries.
  func prepare() throws { try whileMoved { try prepareFolders() } }

  private func prepareFolders() throws {
    // The path of a URL that is not a file URL must not become a local folder.
    guard root.isFileURL else { throw CacheStoreError.directory(root, reason: "it is not a file URL") }
    if FileEntry(root) == nil {
      try? FileManager.default.createDirectory(
        at: root.deletingLastPathComponent(), withIntermediateDirectories: true)
      guard unsafe mkdir(root.path, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
    }
    try check(root.path)
    // A directory that is empty is ours. One with other files may be shared, and is left as it is.
    if try openRoot().names().isEmpty { _ = unsafe chmod(root.path, 0o700) }
    guard unsafe mkdir(entries, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
    try check(entries)
    guard unsafe chmod(entries, 0o700) == 0 else { throw unusable(errno) }
    guard unsafe access(entries, W_OK | X_OK) == 0 else { throw unusable(errno) }
    protect()
  }

  /// Creates the folder of a shard, and its parents if they are missing.
  ///
  /// Anything else at the path of a folder is an error of ``open(_:)``.
  func prepare(_ shard: Int) throws {
    let path = path(of: shard)
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw unusable(errno) }
    try whileMoved {
      try prepareFolders()
      guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
    }
  }

  /// Creates folders, again if one vanishes in the meantime: another process may remove everything at any time.
  private func whileMoved(_ create: () throws -> Void) throws {
    let missing = unusable(ENOENT)
    for _ in 1..<Self.mostAttempts {
      do { return try create() } catch let error as CacheStoreError where error == missing {}
    }
    try create()
  }

  private static let mostAttempts = 10

  private func check(_ path: String) throws {
    var info = stat()
    // The structure is written only during the call.
    guard unsafe lstat(path, &info) == 0 else { throw unusable(errno) }
    switch info.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: throw CacheStoreError.directory(root, reason: "\(path) is a symbolic link")
    default: throw CacheStoreError.directory(root, reason: "\(path) is not a folder")
    }
    guard info.st_uid == geteuid() else {
      throw CacheStoreError.directory(root, reason: "\(path) belongs to user \(info.st_uid)")
    }
  }

  /// Excludes the entries from backups, and keeps them encrypted until the device is first unlocked.
  private func protect() {
    #if canImport(Darwin)
      var url = URL(filePath: entries, directoryHint: .isDirectory)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
      #if !os(macOS)
        try? FileManager.default.setAttributes(
          [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: entries)
      #endif
    #endif
  }

  private func unusable(_ number: Int32) -> CacheStoreError {
    if case .full = CacheStoreError(number) { return .full }
    let code = POSIXErrorCode(rawValue: number) ?? .EIO
    return .directory(root, reason: POSIXError(code).localizedDescription)
  }

  // MARK: - Listing

  /// Returns when files were last added to a shard or removed from it, in nanoseconds since 1970; nil without a shard.
  func changeTime(of shard: Int) throws -> Int64? {
    var info = stat()
    // The structure is written only during the call.
    guard unsafe lstat(path(of: shard), &info) == 0 else {
      guard errno == ENOENT else { throw unusable(errno) }
      return nil
    }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      throw CacheStoreError.directory(root, reason: "\(path(of: shard)) is not a folder")
    }
    return info.changeTime
  }

  /// Returns the names of all files in a shard.
  ///
  /// It is empty if there is no such folder.
  func names(in shard: Int) throws -> [[UInt8]] {
    do {
      return try open(shard).names()
    } catch CacheStoreError.vanished {
      return []
    }
  }

  // MARK: - Removing

  /// Moves the folder with all entries aside, and removes it with everything in it.
  func removeEntries() throws {
    let removed = Self.removedPrefix + DiskRecord.hexadecimal(.random(in: 0 ... .max))
    do { try openRoot().rename(Self.entriesName, to: removed) } catch CacheStoreError.vanished {}
    try removeRemains()
  }

  /// Removes folders that an interrupted removal has left: as much as possible, before it throws the first error.
  func removeRemains() throws {
    guard let root = try? openRoot(), let names = try? root.names() else { return }
    var failure: (any Error)?
    for name in names where name.starts(with: Self.removedPrefix.utf8) {
      do { try root.removeTree(name) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private static let removedPrefix = "removed-"
}
