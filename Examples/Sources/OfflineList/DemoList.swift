public import Foundation
import Net
public import NetTesting

/// A local service with a list that a client must validate before it uses it again.
public final class DemoList: Sendable {
  /// The server, so that tests can inspect its requests.
  public let server: MockServer

  /// Starts the server, which is listening when this returns.
  ///
  /// - Throws: An error if the server cannot start.
  public init() throws {
    let server = MockServer()
    server.stub(.get("/fruit")) { request in
      let tag = "\"1\""
      if request.headers["If-None-Match"] == tag { return .status(304).header("ETag", tag) }
      return .json(["apples", "bananas", "cherries"]).header("ETag", tag).header("Cache-Control", "max-age=0")
    }
    try server.start()
    self.server = server
  }

  /// The URL of the list.
  public var url: URL { server.baseURL.appending(path: "fruit") }

  /// Refuses connections.
  public func goDown() throws { try server.refuseConnections() }

  /// Accepts connections again.
  public func comeBack() throws { try server.acceptConnections() }

  /// Stops the server completely before it returns.
  public func stop() { server.stop() }
}
