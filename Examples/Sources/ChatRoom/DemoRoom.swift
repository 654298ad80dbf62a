public import Foundation
import Net
public import NetTesting
import Synchronization

/// A local chat room.
///
/// ```text
/// client   join Ben 3       say I am back      ring Ben
/// room     the lines after the third, and everything that is said from then on
/// ```
///
/// It drops the connection of a member for whom somebody rings, before the bell is heard, so that the member must
/// reconnect to hear it.
public final class DemoRoom: Sendable {
  private struct Contents: Sendable {
    var lines: [String] = []
    var members: [String: WebSocketPeer] = [:]
  }

  /// The server, so that tests can inspect its connections.
  public let server: MockServer
  private let contents = Mutex(Contents())

  /// Starts the server, which is listening when this returns.
  ///
  /// - Throws: An error if the server cannot start.
  public init() throws {
    server = MockServer()
    try server.start()
    server.webSocket("/room") { [self] peer in
      peer.onMessage { [self] message in
        if case .text(let text) = message { receive(text, from: peer) }
        return []
      }
    }
  }

  /// The URL of the room.
  public var url: URL { server.baseURL.appending(path: "room") }

  /// Stops the server completely before it returns.
  public func stop() { server.stop() }

  private func receive(_ text: String, from peer: WebSocketPeer) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return }
    switch words[0] {
    case "join": join(words[1], peer)
    case "say": add(words[1])
    case "ring":
      contents.withLock { $0.members.removeValue(forKey: words[1]) }?.fault(.disconnect)
      add("(a bell rings for \(words[1]))")
    default: break
    }
  }

  /// Adds a member that has received this many lines.
  private func join(_ text: String, _ peer: WebSocketPeer) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2, let count = Int(words[1]) else { return }
    let missed = contents.withLock { contents in
      contents.members[words[0]] = peer
      return Array(contents.lines.dropFirst(count))
    }
    for line in missed { peer.send(.text(line)) }
    if count == 0 { add("(\(words[0]) comes in)") }
  }

  private func add(_ line: String) {
    let members = contents.withLock { contents in
      contents.lines.append(line)
      return Array(contents.members.values)
    }
    for member in members { member.send(.text(line)) }
  }
}
