public import Foundation
import Net
public import NetTesting

/// A place for files on this machine: one to download, over a connection that is lost half way, and one to upload to.
public final class DemoFiles: Sendable {
  /// The file that it gives.
  public static let film = Data((0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

  /// The server itself: its records and its stubs are open to tests.
  public let server: MockServer

  /// Starts the server; it listens when this returns.
  ///
  /// - Parameter bytesPerSecond: how fast it gives, at most; nil for as fast as it can.
  public init(bytesPerSecond: Int? = 4_000_000) throws {
    let server = MockServer()
    let whole = StubResponse.data(Self.film).header("ETag", "\"1\"").acceptingRanges()
    let film = bytesPerSecond.map { whole.throttle(bytesPerSecond: $0) } ?? whole
    server.route(.get("/film"), film.fault(.close(after: .bodyBytes(Self.film.count / 2))), film)
    server.route(.put("/films/{name}"), .status(201))
    try server.start()
    self.server = server
  }

  /// What there is to download.
  public var film: URL { server.baseURL.appending(path: "film") }

  /// Where a film can be uploaded to.
  public var upload: URL { server.baseURL.appending(path: "films/1") }

  /// Stops it; nothing of it is left when this returns.
  public func stop() { server.stop() }
}
