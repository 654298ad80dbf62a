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
      while true {
        let delivery = await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            channel.next { continuation.resume(returning: $0) }
            if Task.isCancelled { channel.withdraw(CancellationError()) }
          }
        } onCancel: {
          channel.withdraw(CancellationError())
          channel.close(WebSocketClosure(code: .goingAway))
        }
        // It may be cancelled before it waits, and after it was woken, until its executor is free.
        try Task.checkCancellation()
        switch delivery {
        // The connection has been cancelled in the meantime: the end follows.
        case .message where channel.isCancelled: continue
        case .message(let message): return message
        case .end(.success): return nil
        case .end(.failure(let error)): throw error
        }
      }
    }

    /// Returns the next message, on the actor of the loop.
    ///
    /// If the task is cancelled while that actor is busy, no message is delivered after that.
    public func next(isolation actor: isolated (any Actor)?) async throws -> WebSocketMessage? {
      try await next()
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
