import Net
import NetTesting
import Synchronization

/// The server's side of the chat, which survives a restart of the server.
final class ChatRoom: Sendable {
  fileprivate struct Contents: Sendable {
    var lines: [String] = []
    /// The number of lines at which the server restarts, once.
    var restart: Int?
  }

  private let contents: Mutex<Contents>

  init(restartingAfter count: Int? = nil) { contents = Mutex(Contents(restart: count)) }

  /// What the clients have said.
  var lines: [String] { contents.withLock { $0.lines } }

  /// Serves a connection: what is said is confirmed, and comes back as news.
  func serve(_ peer: WebSocketPeer) {
    peer.onMessage { [self] message in
      guard case .text(let text) = message else { return [] }
      let (answers, restarts) = contents.withLock { $0.answer(text) }
      // What was said last is kept, and not confirmed.
      if restarts { peer.fault(.disconnect) }
      return answers.map { .text($0) }
    }
  }
}

extension ChatRoom.Contents {
  fileprivate mutating func answer(_ text: String) -> (answers: [String], restarts: Bool) {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, let number = Int(words[1]) else { return ([], false) }
    switch words[0] {
    case "hello":
      let missed = lines.enumerated().dropFirst(number).map { "news \($0.offset + 1) \($0.element)" }
      return (["welcome \(lines.count)"] + missed, false)
    case "say" where number == lines.count + 1:
      lines.append(words.count > 2 ? words[2] : "")
      if lines.count == restart {
        restart = nil
        return ([], true)
      }
      return (["ack \(number)", "news \(number) \(words.count > 2 ? words[2] : "")"], false)
    default: return ([], false)
    }
  }
}
