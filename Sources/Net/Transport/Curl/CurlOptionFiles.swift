#if os(Linux)
  import CLibcurl
  import Foundation

  /// Files for what libcurl can only read from one, or keeps only where it comes from one.
  ///
  /// Nobody else may read them, and they go with this object.
  final class CurlOptionFiles: Sendable {
    private let folder = Lock<URL?>(nil)
    /// The descriptors of files in memory.
    private let descriptors = Lock<[Int32]>([])

    deinit {
      for descriptor in descriptors.withLock({ $0 }) { libcurl_loop_close(descriptor) }
      if let folder = folder.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }

    /// The path of a file with this content that is in memory alone; nil where the system has no such files.
    ///
    /// It is a path of this process, and of one that it forks. There is nothing on a disk that stays behind, or that
    /// somebody could clear away meanwhile.
    func memoryPath(of data: Data) -> String? {
      // The pointer is the data's own, valid inside the closure, with `count` bytes behind it.
      let descriptor = unsafe data.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.map { unsafe libcurl_memory_file($0, bytes.count) } ?? -1
      }
      guard descriptor >= 0 else { return nil }
      descriptors.withLock { $0.append(descriptor) }
      return "/proc/self/fd/\(descriptor)"
    }

    /// The path of a file with this content, which is the owner's alone from the beginning.
    func path(of data: Data, for option: TransportOption) throws(TransportOptionError) -> String {
      do {
        let folder = try folder.withLock { folder in
          if let folder { return folder }
          let made = FileManager.default.temporaryDirectory
            .appending(path: "NetStream-\(UUID().uuidString)", directoryHint: .isDirectory)
          try FileManager.default.createDirectory(
            at: made, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
          folder = made
          return made
        }
        let file = folder.appending(path: "\(UUID().uuidString).pem", directoryHint: .notDirectory)
        let handle = try PrivateFile.create(file)
        try handle.write(contentsOf: data)
        try handle.close()
        return file.path
      } catch {
        throw TransportOptionError(
          option, .refusedByLibrary("it takes this from a file only, and none can be written: \(error)"))
      }
    }
  }
#endif
