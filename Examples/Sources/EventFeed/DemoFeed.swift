public import Foundation
import Net
public import NetTesting

/// A stream of events on this machine: it sends three, loses the connection, sends two more to a client that goes on
/// after the third, and then has no more.
public final class DemoFeed: Sendable {
  /// The server itself: its records are open to tests.
  public let server: MockServer

  /// Starts the server; it listens when this returns.
  ///
  /// - Parameters:
  ///   - pause: how long it is from one event to the next.
  ///   - retry: how long it asks its clients to wait before they connect again.
  public init(pause: Duration = .milliseconds(300), retry: Duration = .seconds(1)) throws {
    let server = MockServer()
    try server.start()
    self.server = server
    let first = Self.events.prefix(3)
    let second = Self.events.dropFirst(3)
    server.route(.get("/weather")) { request in
      switch request.headers["Last-Event-ID"] {
      case nil:
        let start = ServerSentEvent(retry: retry, comment: "the weather, as it changes")
        return .events([start] + first, every: pause).fault(.close(after: .body))
      case first.last?.id: return .events(Array(second), every: pause)
      default: return .status(204)
      }
    }
  }

  /// The stream.
  public var url: URL { server.baseURL.appending(path: "weather") }

  /// Stops it; nothing of it is left when this returns.
  public func stop() { server.stop() }

  static let events = [
    ServerSentEvent("the sun rises", id: "1"),
    ServerSentEvent("12 degrees", event: "temperature", id: "2"),
    ServerSentEvent("clouds\nfrom the west", id: "3"),
    ServerSentEvent("19 degrees", event: "temperature", id: "4"),
    ServerSentEvent("the sun sets", id: "5"),
  ]
}
