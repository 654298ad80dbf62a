import Foundation

/// An open folder of a store on disk, through which its files are reached.
///
/// Neither the folder nor a file in it is reached through a symbolic link, even if somebody puts one in the place of a
/// folder while the store is in use. It closes when it is released.
final class OpenFolder: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a folder by its path, whose last part is not followed if it is a symbolic link.
  ///
  /// It throws `CacheStoreError.system(.ENOTDIR)` for a symbolic link or a file.
  convenience init(_ path: String) throws { self.init(try Self.open(AT_FDCWD, Array(path.utf8CString))) }

  /// - `name`: A name or path that ends with a zero.
  private static func open(_ folder: Int32, _ name: [CChar]) throws -> Int32 {
    let opened = StandardStreams.avoiding(
      unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    if opened >= 0 { return opened }
    throw errno == ELOOP ? CacheStoreError.system(.ENOTDIR) : CacheStoreError.last
  }

  // MARK: - Files

  /// Opens a file.
  func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws -> Int32 {
    try Self.openFile(name, in: descriptor, flags, mode: mode)
  }

  /// Opens a file by its name in a folder, or its path from `AT_FDCWD`, whose last part is not followed if it is a
  /// symbolic link.
  static func openFile(_ name: String, in folder: Int32, _ flags: Int32, mode: mode_t = 0) throws -> Int32 {
    var flags = flags | O_NOFOLLOW | O_CLOEXEC
    while true {
      let opened = StandardStreams.avoiding(unsafe openat(folder, name, flags, mode))
      if opened >= 0 { return opened }
      if errno == EPERM, flags & withoutAccessTime != 0 {
        flags &= ~withoutAccessTime
      } else if errno != EINTR {
        throw CacheStoreError.last
      }
    }
  }

  /// Opens a file so that reading it does not change its time of access, which would be a write to the disk.
  ///
  /// Only the owner of the file may use it; other users open the file without it.
  static var withoutAccessTime: Int32 {
    #if os(Linux) || os(Android)
      0o1_000_000  // `O_NOATIME`, which the headers have only with the extensions of GNU.
    #else
      0
    #endif
  }

  /// Returns the names of everything in the folder.
  func names() throws -> [[UInt8]] {
    // The listing has its own descriptor, which `closedir` closes.
    let copy = try Self.open(descriptor, Array(".".utf8CString))
    guard let listing = unsafe fdopendir(copy) else {
      defer { close(copy) }
      throw CacheStoreError.last
    }
    defer { unsafe closedir(listing) }
    var names: [[UInt8]] = []
    errno = 0
    // The entry is valid until the next call, and its name ends with a zero.
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [0x2e], name != [0x2e, 0x2e] { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw CacheStoreError.last }
    return names
  }

  /// Returns when a file was last used, in nanoseconds since 1970; nil without a file.
  func useTime(of name: String) -> Int64? {
    var info = stat()
    // The structure is written only during the call.
    return unsafe fstatat(descriptor, name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? info.changeTime : nil
  }

  /// Sets the time of change of a file to now, which is when the entry was last used.
  func touch(_ name: String) { _ = unsafe utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) }

  // MARK: - Changes

  func rename(_ name: String, to other: String) throws {
    guard unsafe renameat(descriptor, name, descriptor, other) == 0 else { throw CacheStoreError.last }
  }

  /// Replaces an existing file, and removes its former content.
  ///
  /// It exchanges the files instead of renaming one, because an exchange fails if another process has removed the file,
  /// and does not make ext4 flush the new content to the disk.
  func replace(_ name: String, with other: String) throws {
    do {
      if try PrivateFile.exchange(other, name, in: descriptor) { return try remove(other) }
    } catch let error as POSIXError {
      throw CacheStoreError(error.code.rawValue)
    }
    guard useTime(of: name) != nil else { throw CacheStoreError.vanished }
    try rename(other, to: name)
  }

  /// Removes a file.
  ///
  /// A missing one is not an error.
  func remove(_ name: String) throws {
    guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw CacheStoreError.last }
  }

  /// Removes a file, whatever bytes its name has.
  func remove(_ name: [UInt8]) throws {
    // The name ends with a zero, and is valid during the call.
    guard unsafe unlinkat(descriptor, Self.terminated(name), 0) == 0 || errno == ENOENT else {
      throw CacheStoreError.last
    }
  }

  /// Removes as many of the files as possible, and returns the others.
  func remove(_ names: [[UInt8]]) -> [[UInt8]: any Error] {
    var left: [[UInt8]: any Error] = [:]
    for name in names {
      do { try remove(name) } catch { left[name] = error }
    }
    return left
  }

  /// Removes a file, or a folder with its content: as much as possible, before it throws the first error.
  ///
  /// Symbolic links are removed, not followed.
  func removeTree(_ name: [UInt8]) throws {
    let terminated = Self.terminated(name)
    // The name is valid during the calls.
    if unsafe unlinkat(descriptor, terminated, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM else { throw CacheStoreError.last }
    var number: Int32 = 0
    for _ in 0..<Self.mostListings {
      number = try removeFolder(terminated)
      // A process that has opened the folder before may add a file after the listing.
      guard number == ENOTEMPTY || number == EEXIST else { break }
    }
    if number != 0 { throw CacheStoreError(number) }
  }

  /// Removes the content of a folder, as it is listed once, and the folder itself.
  ///
  /// Returns 0, or the number of the error if the content is gone and the folder is not.
  private func removeFolder(_ folder: [CChar]) throws -> Int32 {
    var failure: (any Error)?
    do {
      let inner = OpenFolder(try Self.open(descriptor, folder))
      for name in try inner.names() {
        do { try inner.removeTree(name) } catch { failure = failure ?? error }
      }
    } catch CacheStoreError.vanished {
      return 0  // Another process removes it, too.
    }
    // The name is valid during the call.
    if unsafe unlinkat(descriptor, folder, AT_REMOVEDIR) == 0 { return 0 }
    let number = errno
    if number == ENOENT { return 0 }
    if let failure { throw failure }
    return number
  }

  /// How often a folder is listed that is not empty after its content was removed.
  private static let mostListings = 10

  private static func terminated(_ name: [UInt8]) -> [CChar] {
    name.map { CChar(bitPattern: $0) } + [0]
  }
}

extension stat {
  /// The time of the last change of the content, in nanoseconds since 1970.
  var changeTime: Int64 {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
