public import Foundation
import Net
public import NetTesting

/// A local file server: a file to download, over a connection that is lost half way, and a URL to upload to.
public final class DemoFiles: Sendable {
  /// The content of the file to download.
  public static let film = Data((0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

  /// The server, so that tests can inspect its requests and change its stubs.
  public let server: MockServer

  /// Starts the server, which is listening when this returns.
  ///
  /// - Parameter bytesPerSecond: the maximum download speed; nil for no limit.
  /// - Throws: An error if the server cannot start.
  public init(bytesPerSecond: Int? = 4_000_000) throws {
    let server = MockServer()
    let whole = StubResponse.data(Self.film).header("ETag", "\"1\"").acceptingRanges()
    let film = bytesPerSecond.map { whole.throttle(bytesPerSecond: $0) } ?? whole
    server.stub(
      .get("/film"), withSequence: [film.fault(.close(after: .bodyBytes(Self.film.count / 2))), film],
      then: .repeatingLast)
    server.stub(.put("/films/{name}"), with: .status(201))
    try server.start()
    self.server = server
  }

  /// The URL of the file to download.
  public var film: URL { server.baseURL.appending(path: "film") }

  /// The URL for uploads.
  public var upload: URL { server.baseURL.appending(path: "films/1") }

  /// Stops the server completely before it returns.
  public func stop() { server.stop() }
}
