#if os(Linux)
  import Foundation

  /// Files for what libcurl can only read from one. Nobody else may read them, and they go with this object.
  final class CurlOptionFiles: Sendable {
    private let folder = Lock<URL?>(nil)

    deinit {
      if let folder = folder.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
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
        guard
          FileManager.default.createFile(
            atPath: file.path, contents: data, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        return file.path
      } catch {
        throw TransportOptionError(
          option, .refusedByLibrary("it takes this from a file only, and none can be written: \(error)"))
      }
    }
  }
#endif
