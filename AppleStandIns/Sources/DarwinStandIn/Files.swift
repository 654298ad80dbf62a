public import Glibc

// <stdio.h>

/// Exchanges the two files.
public let RENAME_SWAP: Int32 = 2
/// Fails if the new name exists.
public let RENAME_EXCL: Int32 = 4

/// Renames a file, with one of the flags above.
public func renamex_np(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!, _ flags: UInt32) -> Int32 {
  unsafe renameatx_np(AT_FDCWD, from, AT_FDCWD, to, flags)
}

/// The same for names in open folders.
public func renameatx_np(
  _ fromFolder: Int32, _ from: UnsafePointer<CChar>!, _ toFolder: Int32, _ to: UnsafePointer<CChar>!,
  _ flags: UInt32
) -> Int32 {
  typealias Renameat2 =
    @convention(c) (Int32, UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?, UInt32) -> Int32
  guard [2, 4].contains(flags), let symbol = unsafe dlsym(nil, "renameat2") else {
    errno = ENOTSUP
    return -1
  }
  // The type is that of its declaration. The last argument is RENAME_EXCHANGE or RENAME_NOREPLACE.
  return unsafe unsafeBitCast(symbol, to: Renameat2.self)(fromFolder, from, toFolder, to, flags == 2 ? 2 : 1)
}

// <sys/stat.h>

extension stat {
  /// The time of the last change of the content.
  public var st_mtimespec: timespec { st_mtim }
}
