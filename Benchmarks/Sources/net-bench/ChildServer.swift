import Foundation

/// A server in another process: nginx if it is installed, otherwise this program as a server.
final class ChildServer {
  let name: String
  let url: URL
  /// The certificates that clients of its secure URLs trust, or nil if it has none.
  let certificates: BenchCertificates?
  private let urls: [ServerKind: URL]
  private let process: Process
  private let input: Pipe?
  private let folder: URL?
  private var logRead = 0

  /// Starts a server, which must be this program if `isOwn` is true.
  init(isOwn: Bool = false) throws {
    if !isOwn, let nginx = Nginx.started(), let url = nginx.urls[.http] {
      (name, self.url, urls, certificates) = ("nginx", url, nginx.urls, nginx.certificates)
      (process, input, folder) = (nginx.process, nil, nginx.folder)
      return
    }
    let (child, input, output) = try OwnProcess.started(["serve"])
    guard let line = output.firstLine, let url = URL(string: line) else {
      try? input.fileHandleForWriting.close()
      throw Failure(what: "the server did not start")
    }
    (name, self.url, urls, certificates) = ("this program", url, [.http: url], nil)
    (process, self.input, folder) = (child, input, nil)
  }

  /// Returns the URL for a kind, or nil if the server does not support it.
  func url(_ kind: ServerKind) -> URL? { urls[kind] }

  /// Returns the connections since the last call except those of ``ServerKind/http``, or nil without a log.
  func connections() -> ServedConnections? {
    guard let file = folder?.appendingPathComponent("connections.log"),
      let handle = try? FileHandle(forReadingFrom: file)
    else { return nil }
    defer { try? handle.close() }
    guard (try? handle.seek(toOffset: UInt64(logRead))) != nil, let data = try? handle.readToEnd() else {
      return ServedConnections(log: "")
    }
    logRead += data.count
    return ServedConnections(log: String(decoding: data, as: UTF8.self))
  }

  /// Stops the server and waits for its end.
  func stop() {
    // This program serves until its input ends. It inherits a signal mask that blocks SIGTERM.
    if let input { try? input.fileHandleForWriting.close() } else { process.terminate() }
    process.waitUntilExit()
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  struct Failure: Error, CustomStringConvertible {
    var what: String

    var description: String { what }
  }
}
