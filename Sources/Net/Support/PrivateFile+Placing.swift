package import Foundation

extension PrivateFile {
  /// Moves a file to its destination in one step.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - destination: The destination.
  ///   - replaces: Whether an existing file is replaced, if ``checkReplaceable(_:)`` allows it. A symbolic link is
  ///     replaced, not followed.
  /// - Throws: `POSIXError` with `EEXIST` if something exists and is not replaced, and with `EXDEV` if the destination is
  ///   on another file system.
  static func move(_ source: URL, to destination: URL, replaces: Bool) throws {
    if replaces {
      try checkReplaceable(destination)
      // On Linux, replacing with Foundation can lose both files. `rename` is atomic on every system.
      guard unsafe rename(source.path, destination.path) == 0 else { throw POSIXError.last }
      return
    }
    if renameExclusively(source.path, destination.path) == 0 { return }
    guard isUnsupportedRename else { throw POSIXError.last }
    // The file system does not support this in one call. Create a second name in one step, then remove the first.
    if unsafe link(source.path, destination.path) == 0 { return remove(source) }
    guard isUnsupported else { throw POSIXError.last }
    // Without hard links, as on FAT, check first. A file that appears at this moment is lost.
    guard FileEntry(destination) == nil else { throw POSIXError(.EEXIST) }
    guard unsafe rename(source.path, destination.path) == 0 else { throw POSIXError.last }
  }

  /// Whether the last rename failed because its flag is not supported, which is `EINVAL` on a file system without it.
  private static var isUnsupportedRename: Bool { errno == EINVAL || isUnsupported }

  /// Throws unless a file may replace what is at its destination: a regular file, or a symbolic link to one or to
  /// nothing.
  ///
  /// `rename` and Foundation's atomic writing also replace devices, pipes, sockets and links to folders, which other
  /// programs need. They refuse a folder themselves.
  ///
  /// - Throws: ``UnsafeFile`` for anything else.
  package static func checkReplaceable(_ destination: URL) throws {
    guard let entry = FileEntry(destination), !entry.isFolder, let kind = entry.specialKind else { return }
    guard entry.isLink else { throw UnsafeFile.kind(kind) }
    guard let target = try FileEntry(targetOf: destination)?.specialKind else { return }
    throw UnsafeFile.kind("a symbolic link to \(target)")
  }

  private static func renameExclusively(_ source: String, _ destination: String) -> Int32 {
    #if canImport(Darwin)
      return unsafe renamex_np(source, destination, UInt32(RENAME_EXCL))
    #else
      guard let renameat2 = unsafe renameat2 else {
        errno = ENOSYS
        return -1
      }
      // The last argument is RENAME_NOREPLACE. Both strings are valid during the call.
      return unsafe renameat2(AT_FDCWD, source, AT_FDCWD, destination, 1)
    #endif
  }

  /// Exchanges two files in an open folder in one step, so that each gets the other's name.
  ///
  /// Returns false if the file system cannot do that.
  ///
  /// - Throws: `POSIXError`, with `ENOENT` if one of them does not exist.
  static func exchange(_ one: String, _ other: String, in folder: Int32) throws -> Bool {
    #if canImport(Darwin)
      if unsafe renameatx_np(folder, one, folder, other, UInt32(RENAME_SWAP)) == 0 { return true }
    #else
      guard let renameat2 = unsafe renameat2 else { return false }
      // The last argument is RENAME_EXCHANGE. Both strings are valid during the call.
      if unsafe renameat2(folder, one, folder, other, 2) == 0 { return true }
    #endif
    guard isUnsupportedRename else { throw POSIXError.last }
    return false
  }

  #if !canImport(Darwin)
    private typealias Renameat2 =
      @convention(c) @Sendable (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32

    /// `renameat2`, which Swift does not import and some C libraries do not have.
    ///
    /// The type matches its declaration.
    private static let renameat2: Renameat2? = {
      guard let symbol = unsafe dlsym(nil, "renameat2") else { return nil }
      return unsafe unsafeBitCast(symbol, to: Renameat2.self)
    }()
  #endif

  /// Copies a file to a new one that only this user can access.
  ///
  /// Removes the copy if that fails.
  static func copy(_ source: FileHandle, to url: URL) throws -> FileHandle {
    let copy = try create(url)
    do {
      try source.seek(toOffset: 0)
      while let chunk = try source.read(upToCount: 1 << 20), !chunk.isEmpty {
        try copy.write(contentsOf: chunk)
      }
      return copy
    } catch {
      remove(url)
      throw error
    }
  }
}
