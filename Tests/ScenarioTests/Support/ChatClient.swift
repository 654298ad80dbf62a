import Foundation
import Net
import NetStream
import Stream
import Synchronization

/// A chat client with acknowledgements: it sends a line again until the server has confirmed it, and asks for the news
/// after the last one that it knows.
///
/// ```text
/// client   hello 7        say 1 a    say 2 b
/// server   welcome 0      ack 1      ack 2      news 8 x
/// ```
final class ChatClient: Sendable {
  struct Contents: Sendable {
    var lines: [String] = []
    var confirmed = 0
    var news: [String] = []
    var losses: [Duration] = []
    fileprivate var connection: StreamWebSocketConnection?
    /// How many lines the server knows or is sent now; nil until it has said what it knows.
    fileprivate var sent: Int?
    fileprivate var isSending = false

    /// Takes the next line to send.
    fileprivate mutating func next() -> (text: String, connection: StreamWebSocketConnection)? {
      guard let connection, let number = sent, number < lines.count else { return nil }
      sent = number + 1
      return ("say \(number + 1) \(lines[number])", connection)
    }
  }

  private struct Token: Decodable, Sendable { var token: String }

  private let network: any Networking
  private let contents = Mutex(Contents())

  init(network: any Networking) { self.network = network }

  var current: Contents { contents.withLock { $0 } }

  /// Logs in and stays connected as long as the stream is subscribed.
  func run(_ reconnection: WebSocketReconnection) -> Observable<Void> {
    let login: Single<Token> = network.stream.post("/login", parameters: ["user": "trent"]).object()
    return login.asObservable().flatMap { [self] login in
      network.stream.webSocket("/chat", headers: ["Authorization": "Bearer \(login.token)"])
        .session(reconnecting: reconnection) { [self] connection in
          connection.send(.text("hello \(current.news.count)"))
        }
        .map { [self] event in handle(event) }
    }
  }

  /// Sends a line, now or when there is a connection.
  func say(_ line: String) {
    contents.withLock { $0.lines.append(line) }
    send()
  }

  /// Sends what has not been sent, on one thread at a time, so that the lines stay in order.
  private func send() {
    let isFirst = contents.withLock { contents in
      defer { contents.isSending = true }
      return !contents.isSending
    }
    guard isFirst else { return }
    while let (text, connection) = next() {
      // A line that is lost is sent again by the next connection.
      _ = connection.send(.text(text)).subscribe()
    }
  }

  private func next() -> (text: String, connection: StreamWebSocketConnection)? {
    contents.withLock { contents in
      let next = contents.next()
      contents.isSending = next != nil
      return next
    }
  }

  private func handle(_ event: WebSocketEvent) {
    switch event {
    case .opened(let connection): contents.withLock { $0.connection = connection }
    case .message(.text(let text)): handle(text)
    case .message(.data): break
    case .lost(_, let delay):
      contents.withLock { contents in
        (contents.connection, contents.sent) = (nil, nil)
        contents.losses.append(delay)
      }
    }
  }

  private func handle(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, let number = Int(words[1]) else { return }
    switch words[0] {
    case "welcome":
      contents.withLock { contents in
        contents.confirmed = number
        contents.sent = number
      }
      send()
    case "ack": contents.withLock { $0.confirmed = number }
    case "news": contents.withLock { $0.news.append(words.count > 2 ? words[2] : "") }
    default: break
    }
  }
}
