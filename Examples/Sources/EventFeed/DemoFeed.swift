public import Foundation
import Net
public import NetTesting

/// A local stream of events: it sends three, drops the connection, sends two more to a client that continues after the
/// third, and then ends.
public final class DemoFeed: Sendable {
  /// The server, so that tests can inspect its requests.
  public let server: MockServer

  /// Starts the server, which is listening when this returns.
  ///
  /// - Parameters:
  ///   - pause: the time between two events.
  ///   - retry: how long clients are asked to wait before they reconnect.
  /// - Throws: An error if the server cannot start.
  public init(pause: Duration = .milliseconds(300), retry: Duration = .seconds(1)) throws {
    let server = MockServer()
    try server.start()
    self.server = server
    let first = Self.events.prefix(3)
    let second = Self.events.dropFirst(3)
    server.stub(.get("/weather")) { request in
      switch request.headers["Last-Event-ID"] {
      case nil:
        let start = ServerSentEvent(retry: retry, comment: "the weather, as it changes")
        return .events([start] + first, every: pause).fault(.close(after: .body))
      case first.last?.id: return .events(Array(second), every: pause)
      default: return .status(204)
      }
    }
  }

  /// The URL of the stream.
  public var url: URL { server.baseURL.appending(path: "weather") }

  /// Stops the server completely before it returns.
  public func stop() { server.stop() }

  static let events = [
    ServerSentEvent("the sun rises", id: "1"),
    ServerSentEvent("12 degrees", event: "temperature", id: "2"),
    ServerSentEvent("clouds\nfrom the west", id: "3"),
    ServerSentEvent("19 degrees", event: "temperature", id: "4"),
    ServerSentEvent("the sun sets", id: "5"),
  ]
}
