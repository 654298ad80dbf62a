import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A session with scripted WebSockets, in virtual time.
struct WebSocketFixture {
  let transport: ScriptedWebSockets
  let timer = TestScheduler()
  let session: NetworkSession

  init(
    _ configure: (inout SessionConfiguration) -> Void = { _ in },
    onResume: @escaping @Sendable (ScriptedWebSocket) -> Void = { $0.open() }
  ) {
    transport = ScriptedWebSockets(onResume: onResume)
    var configuration = SessionConfiguration()
    // Handlers without a queue are called inline.
    configuration.callbackQueue = nil
    configure(&configuration)
    session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// Opens a connection, which the transport accepts at once.
  func connect(
    _ change: (inout WebSocketOptions) -> Void = { _ in }
  ) async throws -> (connection: WebSocketConnection, task: ScriptedWebSocket) {
    var options = WebSocketOptions()
    change(&options)
    let connection = try await session.webSocket("wss://example.com/chat", options: options).connect()
    return (connection, try #require(transport.tasks.last))
  }

  /// The updates of a connection as text.
  static func updates(of connection: WebSocketConnection) -> Locked<[String]> {
    let log = Locked<[String]>([])
    connection.receive { update in
      let text =
        switch update {
        case .message(.text(let text)): text
        case .message(.data(let data)): "\(data.count) bytes"
        case .ended(.success(let closure)): "closed \(closure.code)"
        case .ended(.failure(let error)): "\(error)"
        }
      log.update { $0.append(text) }
    }
    return log
  }
}

/// Records what monitors see of a WebSocket.
struct WebSocketMonitor: EventMonitor {
  let log: Locked<[String]>

  func request(_ id: RequestID, did event: RequestEvent) {
    if case .webSocket(let event) = event { log.update { $0.append("\(event)") } }
  }
}
