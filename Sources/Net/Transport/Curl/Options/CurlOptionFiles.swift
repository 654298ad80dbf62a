#if os(Linux)
  import CLibcurl
  import Foundation

  /// Files for data that libcurl can read only from a file, or keeps in memory only if it comes from a file.
  ///
  /// Only this user can read them, through `/proc`. They have no name, so nothing remains if the process ends. They are
  /// deleted with this object.
  final class CurlOptionFiles: Sendable {
    /// The descriptors of in-memory files.
    private let descriptors = Lock<[Int32]>([])
    private let handles = Lock<[FileHandle]>([])
    /// The files on a system without `/proc`.
    private let named = Lock<[URL]>([])

    deinit {
      for descriptor in descriptors.withLock({ $0 }) { libcurl_close(descriptor) }
      for file in named.withLock({ $0 }) { PrivateFile.remove(file) }
    }

    /// Returns the path of an in-memory file with this content, or nil if the system does not support such files.
    ///
    /// The path is valid in this process and its forks. No file remains on disk, and no other program can delete it.
    func memoryPath(of data: Data) -> String? {
      // The pointer belongs to the data, is valid inside the closure, and has `count` bytes behind it.
      let descriptor = unsafe data.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.map { unsafe libcurl_memory_file($0, bytes.count) } ?? -1
      }
      guard descriptor >= 0 else { return nil }
      descriptors.withLock { $0.append(descriptor) }
      return "/proc/self/fd/\(descriptor)"
    }

    /// Returns the path of a file with this content: in memory, or on disk if the system does not support that.
    func path(of data: Data, for option: TransportOption) throws(TransportOptionError) -> String {
      if let path = memoryPath(of: data) { return path }
      do {
        return try diskPath(of: data)
      } catch {
        throw TransportOptionError(
          option, .refusedByLibrary("it reads this only from a file, and writing one failed: \(error)"))
      }
    }

    /// Writes the content to a file that only this user can read, and returns the path of its descriptor.
    ///
    /// Without the folder `descriptors` of this process's descriptors, the file keeps its name until this object is
    /// released.
    func diskPath(of data: Data, descriptors: String = "/proc/self/fd") throws -> String {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "NetStream-\(UUID.random().uuidString).pem", directoryHint: .notDirectory)
      let handle = try PrivateFile.create(file)
      do {
        try handle.write(contentsOf: data)
      } catch {
        PrivateFile.remove(file)
        throw error
      }
      let path = "\(descriptors)/\(handle.fileDescriptor)"
      guard FileManager.default.isReadableFile(atPath: path) else {
        named.withLock { $0.append(file) }
        return file.path
      }
      PrivateFile.remove(file)
      handles.withLock { $0.append(handle) }
      return path
    }
  }
#endif
