import Foundation

/// An open file of a store on disk.
///
/// It closes when it is released.
final class DiskFile: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  private static let reading = O_RDONLY | O_NONBLOCK | O_NOCTTY | OpenFolder.withoutAccessTime

  /// Opens a file for reading, without following a symbolic link.
  convenience init(reading name: String, in folder: OpenFolder) throws {
    self.init(try folder.open(name, Self.reading))
  }

  /// Returns the content of a file, whose path is not followed if its last part is a symbolic link.
  ///
  /// For a file of the expected size, the system is called three times: to open, to read and to close it. To
  /// open the folder or to ask for the size would take about as long as the rest of a lookup.
  ///
  /// - Throws: ``CacheStoreError/damaged`` if it is larger than the limit, or not a regular file.
  static func content(_ path: String, expecting size: Int, limit: Int) throws -> [UInt8] {
    let file = DiskFile(try OpenFolder.openFile(path, in: AT_FDCWD, reading))
    // Reading one byte more than expected shows whether the file is longer.
    var room = min(max(0, size), limit) + 1
    do {
      while true {
        let content = try file.read(room, at: 0, expecting: size)
        if content.count < room { return content }
        guard content.count <= limit else { throw CacheStoreError.damaged }
        room = min(max(4096, 2 * room), limit + 1)
      }
    } catch CacheStoreError.system(.EISDIR), CacheStoreError.system(.ESPIPE) {
      // A folder or a pipe.
      throw CacheStoreError.damaged
    }
  }

  /// Creates a file that only this user can access, and locks it, which shows other processes that it is in use.
  convenience init(creating name: String, in folder: OpenFolder) throws {
    self.init(try folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600))
    // A file system without locks does not matter: then only the age of a file counts.
    if Self.locksFiles { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Returns the size, or nil if it is not a regular file.
  func regularSize() throws -> Int64? {
    var info = stat()
    // The structure is written only during the call.
    guard unsafe fstat(descriptor, &info) == 0 else { throw CacheStoreError.last }
    return info.st_mode & S_IFMT == S_IFREG ? Int64(info.st_size) : nil
  }

  /// Whether no process has locked the file.
  var isUnused: Bool {
    !Self.locksFiles || flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Whether files that are being written are locked.
  ///
  /// iOS ends an app that is suspended while it has locked a file in a container that it shares with others.
  static var locksFiles: Bool {
    #if canImport(Darwin) && !os(macOS)
      false
    #else
      true
    #endif
  }

  /// Reads bytes at an offset: as many as asked for, or fewer at the end of the file.
  ///
  /// - `expected`: The number of bytes after which the file is known to end, if one read returns them all.
  func read(_ count: Int, at offset: Int64, expecting expected: Int? = nil) throws -> [UInt8] {
    var failure: CacheStoreError?
    // The buffer has this capacity, and the bytes that were read are counted.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let got = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(filled)))
        if got == 0 { break }
        if got > 0 {
          filled += got
          if filled == expected { break }
        } else if errno != EINTR {
          failure = .last
          break
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes at the end.
  func write(_ bytes: [UInt8]) throws {
    // The bytes are valid during the closure.
    try unsafe bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = unsafe Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          written += count
        } else if count == 0 {
          throw CacheStoreError.full
        } else if errno != EINTR {
          throw CacheStoreError.last
        }
      }
    }
  }
}

extension CacheStoreError {
  /// The error of the last system call.
  static var last: CacheStoreError { CacheStoreError(errno) }

  /// Whether a single file cannot be read, which is so each time: it is on a bad part of the disk, or belongs to another
  /// user, such as the administrator who once ran the program.
  var isOfOneFile: Bool { self == .system(.EIO) || self == .system(.EACCES) }

  init(_ number: Int32) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case ENOENT: self = .vanished
    // A symbolic link or a socket, which is not a file of ours.
    case ELOOP, ENXIO: self = .damaged
    default: self = .system(POSIXErrorCode(rawValue: number) ?? .EIO)
    }
  }
}
