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

  init(_ root: URL) {
    self.root = root
    entries = root.path + "/entries"
  }

  func path(of shard: Int) -> String {
    let digits = String(shard, radix: 16)
    return entries + (digits.count == 1 ? "/0" : "/") + digits
  }

  /// The path of a new file that is not an entry yet.
  func temporaryPath(in shard: Int) -> String {
    path(of: shard) + "/" + Self.temporaryPrefix + DiskRecord.hexadecimal(.random(in: 0 ... .max))
  }

  static let temporaryPrefix = ".t"

  // MARK: - Creating

  /// Creates the folders that are missing, and checks that only this user can access the entries.
  func prepare() throws {
    // The path of another URL is that of a resource, and must not become a folder here.
    guard root.isFileURL else { throw CacheStoreError.directory(root, reason: "it is not a file URL") }
    if FileEntry(root) == nil {
      try? FileManager.default.createDirectory(
        at: root.deletingLastPathComponent(), withIntermediateDirectories: true)
      guard unsafe mkdir(root.path, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
    }
    try check(root.path)
    // A directory that is empty is ours. One with other files may be shared, and is left as it is.
    if try names(in: root.path).isEmpty { _ = unsafe chmod(root.path, 0o700) }
    guard unsafe mkdir(entries, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
    try check(entries)
    guard unsafe chmod(entries, 0o700) == 0 else { throw unusable(errno) }
    guard unsafe access(entries, W_OK | X_OK) == 0 else { throw unusable(errno) }
    protect()
  }

  /// Creates the folder of a shard, and its parents if they are missing.
  func prepare(_ shard: Int) throws {
    let path = path(of: shard)
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw unusable(errno) }
    try prepare()
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
  }

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

  /// Returns when a file was last used, in nanoseconds since 1970; nil without a file.
  static func useTime(of path: String) -> Int64? {
    var info = stat()
    // The structure is written only during the call.
    return unsafe lstat(path, &info) == 0 ? info.changeTime : nil
  }

  /// Returns the names of all files in a shard.
  ///
  /// It is empty if there is no such folder.
  func names(in shard: Int) throws -> [[UInt8]] {
    do {
      return try names(in: path(of: shard))
    } catch CacheStoreError.vanished {
      return []
    }
  }

  private func names(in path: String) throws -> [[UInt8]] {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw CacheStoreError.last }
    guard let folder = unsafe fdopendir(descriptor) else {
      defer { close(descriptor) }
      throw CacheStoreError.last
    }
    // It also closes the descriptor.
    defer { unsafe closedir(folder) }
    var names: [[UInt8]] = []
    errno = 0
    // The entry is valid until the next call, and its name ends with a zero.
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [0x2e], name != [0x2e, 0x2e] { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw CacheStoreError.last }
    return names
  }

  // MARK: - Removing

  /// Moves the folder with all entries aside, and removes it with everything in it.
  func removeEntries() throws {
    let removed = root.path + "/" + Self.removedPrefix + DiskRecord.hexadecimal(.random(in: 0 ... .max))
    if unsafe rename(entries, removed) != 0, errno != ENOENT { throw unusable(errno) }
    try removeRemains()
  }

  /// Removes folders that an interrupted removal has left.
  func removeRemains() throws {
    for name in (try? names(in: root.path)) ?? [] where name.starts(with: Self.removedPrefix.utf8) {
      try remove(root.path + "/" + String(decoding: name, as: UTF8.self))
    }
  }

  /// Removes a file, or a folder with its content.
  ///
  /// Symbolic links are removed, not followed.
  private func remove(_ path: String) throws {
    if unsafe unlink(path) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM else { throw unusable(errno) }
    let names: [[UInt8]]
    do {
      names = try self.names(in: path)
    } catch CacheStoreError.vanished {
      return  // Another process removes it, too.
    }
    for name in names { try remove(path + "/" + String(decoding: name, as: UTF8.self)) }
    guard unsafe rmdir(path) == 0 || errno == ENOENT else { throw unusable(errno) }
  }

  private static let removedPrefix = "removed-"
}

extension stat {
  /// The time of the last change of the content, in nanoseconds since 1970.
  fileprivate var changeTime: Int64 {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
