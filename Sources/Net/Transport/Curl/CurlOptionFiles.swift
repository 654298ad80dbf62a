#if os(Linux)
  import CLibcurl
  import Foundation

  /// Files for data that libcurl can read only from a file, or keeps in memory only if it comes from a file.
  ///
  /// Only this user can read them. They are deleted with this object.
  final class CurlOptionFiles: Sendable {
    private let folder = Lock<URL?>(nil)
    /// The descriptors of in-memory files.
    private let descriptors = Lock<[Int32]>([])

    deinit {
      for descriptor in descriptors.withLock({ $0 }) { libcurl_loop_close(descriptor) }
      if let folder = folder.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
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

    /// Writes the content to a file that only this user can read, and returns its path.
    func path(of data: Data, for option: TransportOption) throws(TransportOptionError) -> String {
      do {
        let folder = try folder.withLock { folder in
          if let folder { return folder }
          let made = FileManager.default.temporaryDirectory
            .appending(path: "NetStream-\(UUID.random().uuidString)", directoryHint: .isDirectory)
          try FileManager.default.createDirectory(
            at: made, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
          folder = made
          return made
        }
        let file = folder.appending(path: "\(UUID.random().uuidString).pem", directoryHint: .notDirectory)
        let handle = try PrivateFile.create(file)
        try handle.write(contentsOf: data)
        try handle.close()
        return file.path
      } catch {
        throw TransportOptionError(
          option, .refusedByLibrary("it reads this only from a file, and writing one failed: \(error)"))
      }
    }
  }
#endif
