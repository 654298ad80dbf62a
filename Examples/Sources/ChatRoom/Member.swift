import Foundation
import Net
import NetStream
import Stream
import Synchronization

/// A member of the room, who reconnects after a lost connection and asks for what was missed.
final class Member: Sendable {
  private struct Contents: Sendable {
    var connection: StreamWebSocketConnection?
    var heardCount = 0
  }

  let name: String
  private let log: @Sendable (String) -> Void
  private let contents = Mutex(Contents())
  private let heard: AsyncThrowingStream<String, any Error>
  private let continuation: AsyncThrowingStream<String, any Error>.Continuation
  private let bag = DisposeBag()

  init(_ name: String, in room: URL, network: NetworkSession, log: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.log = log
    (heard, continuation) = AsyncThrowingStream.makeStream()
    network.stream.webSocket(room)
      .session(reconnecting: .backoff(base: .milliseconds(50), maximumRetries: 5)) {
        [weak self] connection in
        connection.send(.text("join \(name) \(self?.heardCount ?? 0)"))
      }
      .subscribe(
        with: self,
        onNext: { member, event in member.handle(event) },
        onError: { member, error in member.continuation.finish(throwing: error) },
        onCompleted: { member in member.continuation.finish() }
      )
      .disposed(by: bag)
  }

  private var heardCount: Int { contents.withLock { $0.heardCount } }

  private func handle(_ event: WebSocketEvent) {
    switch event {
    case .opened(let connection): contents.withLock { $0.connection = connection }
    case .message(.text(let line)):
      contents.withLock { $0.heardCount += 1 }
      continuation.yield(line)
    case .message(.data): break
    case .lost: log("\(name) is disconnected, and connects again")
    }
  }

  /// Returns the next line, or throws if the connection has failed for good.
  func hear() async throws -> String {
    for try await line in heard { return line }
    throw CancellationError()
  }

  /// Sends a command, and returns when it has been sent.
  func send(_ command: String) async throws {
    guard let connection = contents.withLock({ $0.connection }) else { throw WebSocketError.notOpen }
    try await connection.send(.text(command)).value
  }

  /// Closes the connection, and returns when the room has closed it, too.
  func leave() async throws {
    guard let connection = contents.withLock({ $0.connection }) else { return }
    _ = try await connection.close().value
  }
}
