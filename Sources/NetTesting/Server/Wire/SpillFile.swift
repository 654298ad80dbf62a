import Foundation
import Net

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file for data that is too large for memory.
///
/// The file is unlinked as soon as it is created, so that the system removes it after its last use, even if this
/// process crashes.
struct SpillFile: Sendable {
  private let descriptor: Int32
  private var count = 0

  init() throws(Socket.Failure) {
    let file = FileManager.default.temporaryDirectory.appending(path: "body-\(UUID.random().uuidString)")
    // The path is copied by the call.
    descriptor = StandardStreams.avoiding(
      unsafe open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    guard descriptor >= 0 else { throw .last("open \(file.path)") }
    _ = unsafe unlink(file.path)
  }

  /// Adds bytes at the end.
  mutating func append(_ data: Data) throws(Socket.Failure) {
    var rest = data
    while !rest.isEmpty {
      // The pointer is the data's own, valid inside the closure, and points to `count` bytes.
      let written = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .last("write") }
      rest = rest.dropFirst(written)
      count += written
    }
  }

  /// The whole content, memory-mapped; the file exists as long as the returned data.
  ///
  /// The descriptor must still be closed.
  func contents() throws(Socket.Failure) -> Data {
    guard count > 0 else { return Data() }
    // The returned data owns the mapping and removes it once, with the length it was created with.
    let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start = unsafe start, unsafe start != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw .last("mmap")
    }
    return unsafe Data(
      bytesNoCopy: start, count: count, deallocator: .custom { unsafe _ = munmap($0, $1) })
  }

  /// Closes it.
  func close() { Glue.close(descriptor) }
}
