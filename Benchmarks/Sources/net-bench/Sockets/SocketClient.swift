import Foundation
import Net
import NetMeasuring

/// A subject that opens WebSockets.
protocol SocketClient: Sendable {
  /// Opens a connection; the handler is called with each message and the end, on a thread of the subject.
  func connect(
    _ url: URL, _ handler: @escaping @Sendable (SocketUpdate, any SocketLink) -> Void
  ) async throws -> any SocketLink
  /// Releases its threads.
  func shutDown()
}

/// An open WebSocket.
protocol SocketLink: Sendable {
  func send(text: String)
  /// Sends the binary message that the link was told to repeat; the completion is called when it was written.
  func send(_ bytes: any SocketBytes, _ completion: @escaping @Sendable (Bool) -> Void)
  func cancel()
}

/// What a WebSocket receives: text as a string, and of a binary message only its size, after the subject has made its
/// own value of it.
enum SocketUpdate: Sendable {
  case text(String)
  case binary(Int)
  case ended
}

/// A binary message in the subject's own type, which is made once.
protocol SocketBytes: Sendable {}

/// All subjects.
enum SocketClients {
  static let subjects: [NetSubject] = [.net, .nioWebSocket].filter(Clients.isBuiltIn)

  /// Returns a client that trusts the authority in the file, or its defaults if that is nil.
  static func client(_ subject: NetSubject, authority: String?) throws -> any SocketClient {
    switch subject {
    case .net: return try NetSocketClient(authority: authority)
    default:
      #if Peers
        return try PeerSocketClient(authority: authority)
      #else
        throw WrongResult(subject: subject, what: "it is not built in")
      #endif
    }
  }

  /// Returns the bytes in the type that the subject sends.
  static func bytes(_ subject: NetSubject, count: Int) -> any SocketBytes {
    #if Peers
      if subject == .nioWebSocket { return PeerBytes(count: count) }
    #endif
    return Data(repeating: 0x78, count: count)
  }
}

extension Data: SocketBytes {}

/// Net, with callbacks.
struct NetSocketClient: SocketClient {
  private let session: NetworkSession
  private var options = WebSocketOptions()

  init(authority: String?) throws {
    var transport = TransportOptions()
    if let authority { transport.tls.authorities = .only([.file(authority)]) }
    session = NetworkSession(transport: try PlatformTransport.make(options: transport))
    // NIOWebSocket has none.
    options.offersCompression = false
  }

  func connect(
    _ url: URL, _ handler: @escaping @Sendable (SocketUpdate, any SocketLink) -> Void
  ) async throws -> any SocketLink {
    let link = NetSocketLink(connection: try await session.webSocket(url, options: options).connect())
    link.connection.receive(delivery: .inline) { update in
      switch update {
      case .message(.text(let text)): handler(.text(text), link)
      case .message(.data(let data)): handler(.binary(data.count), link)
      case .ended: handler(.ended, link)
      }
    }
    return link
  }

  func shutDown() {}
}

private struct NetSocketLink: SocketLink {
  let connection: WebSocketConnection

  func send(text: String) { connection.send(.text(text)) { _ in } }

  func send(_ bytes: any SocketBytes, _ completion: @escaping @Sendable (Bool) -> Void) {
    guard let data = bytes as? Data else { return completion(false) }
    connection.send(.data(data)) { result in
      if case .success = result { completion(true) } else { completion(false) }
    }
  }

  func cancel() { connection.cancel() }
}
