/// The messages of a WebSocket, as an asynchronous sequence.
///
/// See ``WebSocketConnection/messages``.
public struct WebSocketMessages: AsyncSequence, Sendable {
  private let connection: WebSocketConnection

  init(_ connection: WebSocketConnection) { self.connection = connection }

  /// Creates an iterator, which becomes the consumer of the connection.
  public func makeAsyncIterator() -> Iterator { Iterator(connection) }

  /// The iterator.
  public struct Iterator: AsyncIteratorProtocol {
    // Closes the connection when the iterator is released.
    private let lifetime: Lifetime

    init(_ connection: WebSocketConnection) { lifetime = Lifetime(connection) }

    /// Returns the next message, or nil when the connection has been closed.
    ///
    /// Cancelling the task closes the connection, and throws `CancellationError`.
    public func next() async throws -> WebSocketMessage? {
      guard lifetime.isConsumer else { throw WebSocketError.hasConsumer }
      let channel = lifetime.connection.channel
      let delivery = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          channel.next { continuation.resume(returning: $0) }
          if Task.isCancelled { channel.withdraw(CancellationError()) }
        }
      } onCancel: {
        channel.withdraw(CancellationError())
        channel.close(WebSocketClosure(code: .goingAway))
      }
      switch delivery {
      case .message(let message): return message
      case .end(.success): return nil
      case .end(.failure(let error)): throw error
      }
    }
  }

  private final class Lifetime: Sendable {
    let connection: WebSocketConnection
    let isConsumer: Bool

    init(_ connection: WebSocketConnection) {
      self.connection = connection
      isConsumer = connection.channel.consume()
    }

    deinit {
      if isConsumer { connection.channel.close(WebSocketClosure(code: .goingAway)) }
    }
  }
}
