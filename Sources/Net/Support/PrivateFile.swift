import Foundation

/// Opens files that no other user can read or replace with another file.
///
/// A symbolic link in the last path component of a file to write is not followed (`O_NOFOLLOW`), and checks use the
/// open descriptor, so the file that was checked is the file that is written. Descriptors are closed in child
/// processes.
package enum PrivateFile {
  /// Creates a file that only this user can access, and opens it for reading and writing.
  ///
  /// An existing file is an error.
  static func create(_ url: URL) throws -> FileHandle {
    FileHandle(
      fileDescriptor: try descriptor(url, O_RDWR | O_CREAT | O_EXCL, mode: ownerOnly), closeOnDealloc: true)
  }

  /// Opens a file of this user for reading and writing, or returns nil if there is none.
  ///
  /// - Throws: ``UnsafeFile`` if it is not a regular file with one link that belongs to this user.
  static func reopen(_ url: URL) throws -> FileHandle? {
    // Also checked before opening it, because opening a pipe or device can have side effects.
    guard let entry = FileEntry(url) else { return nil }
    try entry.check()
    let opened: Int32
    do {
      opened = try descriptor(url, O_RDWR | O_NONBLOCK | O_NOCTTY)
    } catch let error as POSIXError where error.code == .ENOENT {
      return nil
    } catch let error as POSIXError where error.code == .ELOOP {
      throw UnsafeFile.kind("a symbolic link")
    }
    let handle = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
    try FileEntry(handle).check()
    try setMode(ownerOnly, of: handle)
    return handle
  }

  /// Opens a file, or the target of a symbolic link, for reading.
  ///
  /// `FileHandle(forReadingFrom:)` lets child processes inherit the descriptor on Linux.
  static func openForReading(_ url: URL) throws -> FileHandle {
    FileHandle(fileDescriptor: try descriptor(url, O_RDONLY, followsLinks: true), closeOnDealloc: true)
  }

  /// Opens a file of this user, or creates it, and locks it until it is closed (`flock`).
  ///
  /// - Throws: ``UnsafeFile/inUse`` if it is locked, by this process or another one.
  static func openAlone(_ url: URL) throws -> FileHandle {
    // The file may be moved or removed between the steps, but the number of attempts is limited.
    for _ in 0..<100 {
      if let handle = try openOrCreate(url), try lock(handle, at: url) { return handle }
    }
    throw UnsafeFile.inUse
  }

  /// Returns nil if the file is created or removed meanwhile.
  private static func openOrCreate(_ url: URL) throws -> FileHandle? {
    if let handle = try reopen(url) { return handle }
    do {
      return try create(url)
    } catch let error as POSIXError where error.code == .EEXIST {
      return nil
    }
  }

  /// Returns whether the file is locked and still at the path.
  private static func lock(_ handle: FileHandle, at url: URL) throws -> Bool {
    // A file system without locks is used without them.
    if flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw UnsafeFile.inUse }
    return try FileEntry(url)?.isSameFile(as: FileEntry(handle)) == true
  }

  /// Unlocks and closes a file.
  ///
  /// A program that another thread starts at this moment has a copy of the descriptor until it runs. Closing alone
  /// would leave the file locked until then, and the next download of the file would find it in use.
  static func close(_ handle: FileHandle) {
    _ = flock(handle.fileDescriptor, LOCK_UN)
    try? handle.close()
  }

  /// Removes a file, or a symbolic link but not its target.
  ///
  /// A folder is not removed.
  static func remove(_ url: URL) { _ = unsafe unlink(url.path) }

  /// Sets the permissions of an open file of this user.
  ///
  /// A file system without permissions, such as FAT or some in user space, decides itself who can access its files.
  static func setMode(_ mode: mode_t, of handle: FileHandle) throws {
    guard fchmod(handle.fileDescriptor, mode) != 0 else { return }
    guard isUnsupported else { throw POSIXError.last }
  }

  /// Whether the last call failed because the file system, the kernel or a sandbox does not support it.
  ///
  /// Some sandboxes refuse calls that they do not know with `EPERM`.
  static var isUnsupported: Bool { [ENOSYS, ENOTSUP, EPERM].contains(errno) }

  /// Returns the permissions of a new file in this folder, as determined by the umask of the process and the access
  /// control list of the folder.
  ///
  /// Creates a temporary file to find out, because reading the umask changes it for all threads.
  static func usualMode(in folder: URL) throws -> mode_t {
    let url = hidden(in: folder)
    do {
      let handle = FileHandle(
        fileDescriptor: try descriptor(url, O_RDWR | O_CREAT | O_EXCL, mode: 0o666), closeOnDealloc: true)
      remove(url)
      return try FileEntry(handle).permissions
    } catch let error as POSIXError where error.lacksDescriptor {
      // A folder needs no descriptor.
      guard unsafe mkdir(url.path, 0o777) == 0 else { throw POSIXError.last }
      defer { _ = unsafe rmdir(url.path) }
      guard let entry = FileEntry(url) else { throw error }
      return entry.permissions & 0o666
    }
  }

  /// Returns an unpredictable name in this folder that is not listed by default.
  static func hidden(in folder: URL) -> URL {
    folder.appending(path: ".download-\(UUID.random().uuidString)", directoryHint: .notDirectory)
  }

  /// The permissions of a file that only this user can read and write.
  static let ownerOnly: mode_t = 0o600

  private static func descriptor(
    _ url: URL, _ flags: Int32, mode: mode_t = 0, followsLinks: Bool = false
  ) throws -> Int32 {
    while true {
      let opened = StandardStreams.avoiding(
        unsafe open(url.path, flags | (followsLinks ? 0 : O_NOFOLLOW) | O_CLOEXEC, mode))
      if opened >= 0 { return opened }
      guard errno == EINTR else { throw POSIXError.last }
    }
  }
}

/// The status of a file, from a path without following links or from an open file.
struct FileEntry {
  private var info = stat()

  /// Reads the status of the file at the path.
  ///
  /// Returns nil if there is none.
  init?(_ url: URL) {
    // The structure is written only during the call.
    guard unsafe lstat(url.path, &info) == 0 else { return nil }
  }

  /// Reads the status of an open file.
  init(_ handle: FileHandle) throws {
    guard unsafe fstat(handle.fileDescriptor, &info) == 0 else { throw POSIXError.last }
  }

  /// Reads the status of the file that a symbolic link leads to, over any number of links.
  ///
  /// Returns nil if there is none. It throws if the link cannot be followed.
  init?(targetOf link: URL) throws(UnsafeFile) {
    // The structure is written only during the call.
    guard unsafe stat(link.path, &info) != 0 else { return }
    guard errno == ENOENT || errno == ENOTDIR else { throw .kind("a symbolic link that cannot be followed") }
    return nil
  }

  var isFolder: Bool { info.st_mode & S_IFMT == S_IFDIR }
  var isRegular: Bool { info.st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { info.st_mode & S_IFMT == S_IFLNK }
  var permissions: mode_t { info.st_mode & 0o777 }
  var count: Int64 { Int64(info.st_size) }

  func isSameFile(as other: FileEntry) -> Bool {
    info.st_dev == other.info.st_dev && info.st_ino == other.info.st_ino
  }

  /// The kind of the file, for a message; nil for a regular file.
  var specialKind: String? {
    switch info.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFLNK: "a symbolic link"
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// Throws unless it is a regular file with one link that belongs to this user.
  func check() throws(UnsafeFile) {
    if let kind = specialKind { throw .kind(kind) }
    guard info.st_uid == geteuid() else { throw .owner(info.st_uid) }
    guard info.st_nlink <= 1 else { throw .links(Int(info.st_nlink)) }
  }
}

/// The reason why a file is not opened for writing, or not replaced.
enum UnsafeFile: Error, Equatable {
  /// The file is not a regular file, but of this kind.
  case kind(String)
  /// The file belongs to another user, with this user ID.
  case owner(UInt32)
  /// The file has this number of hard links, which is more than one.
  case links(Int)
  /// Another download has locked the file.
  case inUse
}

extension UnsafeFile: CustomStringConvertible {
  var description: String {
    switch self {
    case .kind(let kind): "it is \(kind), not a regular file"
    case .owner(let user): "it belongs to user \(user)"
    case .links(let count): "it has \(count) hard links"
    case .inUse: "another download is writing to it"
    }
  }
}

extension POSIXError {
  /// The error of the last system call.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// Whether nothing could be opened because the process, or the system, has too many open files.
  var lacksDescriptor: Bool { code == .EMFILE || code == .ENFILE }
}
