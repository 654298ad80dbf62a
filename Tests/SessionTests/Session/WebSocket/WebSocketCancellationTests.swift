import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Messages that wait while their connection is cancelled.
@Suite struct WebSocketCancellationTests {
  private let fixture = WebSocketFixture()
  private let log = Captured<String>()

  /// Opens a connection on which three messages wait.
  private func connect(
    _ change: (inout WebSocketOptions) -> Void = { _ in }
  ) async throws -> (connection: WebSocketConnection, task: ScriptedWebSocket) {
    let (connection, task) = try await fixture.connect(change)
    for number in 1...3 { task.send(.message(.text("\(number)"))) }
    return (connection, task)
  }

  /// Only a task that is cancelled itself gets a `CancellationError`.
  private static func isCancelled(_ error: any Error) -> Bool {
    (error as? NetworkError)?.reason == .cancelled
  }

  private static let cancelled = "\(NetworkError(.cancelled))"

  /// Records the updates, and calls the closure with the first message.
  private func receive(_ connection: WebSocketConnection, onFirst action: @escaping @Sendable () -> Void) {
    connection.receive { [log] update in
      switch update {
      case .message(.text(let text)):
        log.set(text)
        if text == "1" { action() }
      case .message: break
      case .ended(.success(let closure)): log.set("closed \(closure.code)")
      case .ended(.failure(let error)): log.set("\(error)")
      }
    }
  }

  @Test func cancelInTheHandlerEndsTheConnectionAtOnce() async throws {
    let connection = try await connect().connection
    receive(connection) { [weak connection] in connection?.cancel() }
    expectEqual(log.values, ["1", Self.cancelled])
  }

  @Test func cancelAllInTheHandlerEndsTheConnectionAtOnce() async throws {
    receive(try await connect().connection) { [session = fixture.session] in session.cancelAll() }
    expectEqual(log.values, ["1", Self.cancelled])
  }

  @Test func cancelBeforeTheLoopThrowsWithoutMessages() async throws {
    let connection = try await connect().connection
    connection.cancel()
    await #expect { for try await message in connection.messages { log.set("\(message)") } } throws: {
      Self.isCancelled($0)
    }
    expectEqual(log.values, [])
  }

  @Test func cancelAllInTheLoopThrowsWithoutFurtherMessages() async throws {
    let connection = try await connect().connection
    await #expect {
      for try await message in connection.messages {
        log.set("\(message)")
        fixture.session.cancelAll()
      }
    } throws: {
      Self.isCancelled($0)
    }
    expectEqual(log.count, 1)
  }

  @Test func cancellingAPausedConnectionDropsItsMessages() async throws {
    let (connection, task) = try await connect { $0.maximumWaitingMessages = 2 }
    #expect(task.calls.contains("pause"))
    receive(connection) { [weak connection] in connection?.cancel() }
    expectEqual(log.values, ["1", Self.cancelled])
  }

  @Test func waitingMessagesAreDroppedEvenIfThePeerHasClosedTheConnection() async throws {
    let (connection, task) = try await connect()
    task.send(.closed(WebSocketClosure(code: .normal)))
    receive(connection) { [weak connection] in connection?.cancel() }
    expectEqual(log.values, ["1", "closed \(WebSocketCloseCode.normal)"])
  }

  @Test(arguments: [WebSocketCloseCode.normal, .internalError], [false, true])
  func aPeerThatClosesMeanwhileDoesNotHideACancellation(
    _ code: WebSocketCloseCode, isOfSession: Bool
  ) async throws {
    let (connection, task) = try await fixture.connect()
    receive(connection) {}
    task.onCancel.update { $0 = { task.send(.closed(WebSocketClosure(code: code))) } }
    if isOfSession { fixture.session.cancelAll() } else { connection.cancel() }
    expectEqual(log.values, [Self.cancelled])
  }

  @Test func aPeerThatClosesDuringCancelAllLeavesNothing() async throws {
    let (connection, task) = try await fixture.connect {
      ($0.pingInterval, $0.idleTimeout) = (.seconds(10), .seconds(60))
    }
    task.onCancel.update { $0 = { task.send(.closed(WebSocketClosure(code: .normal))) } }
    fixture.session.cancelAll()
    fixture.session.cancelAll()
    expectEqual(task.calls.filter { $0 == "cancel" }, ["cancel"])
    await #expect { try await connection.close() } throws: { Self.isCancelled($0) }
    fixture.timer.advance(by: .seconds(600))
    expectEqual(task.calls, [])
  }

  @Test(arguments: [URLError(.cancelled), CancellationError()] as [any Error])
  func aTransportThatCancelsFailsTheMessagesWithItsError(error: any Error) async throws {
    let (connection, task) = try await fixture.connect()
    let got = Captured<NetworkError>()
    connection.receive(delivery: .inline) { update in
      if case .ended(.failure(let error as NetworkError)) = update { got.set(error) }
    }
    task.send(.failed(error, phase: .body))
    expectEqual(got.value?.reason, .cancelled)
    expectEqual(got.value?.underlyingError?.isCancellation, true)
  }

  @Test func messagesBeforeALossAreDelivered() async throws {
    let (connection, task) = try await connect()
    task.send(.failed(Broken(), phase: .body))
    receive(connection) {}
    expectEqual(log.values, ["1", "2", "3", "Broken()"])
  }

  @Test func messagesBeforeAPongTimeoutAreDelivered() async throws {
    let connection = try await connect {
      ($0.pingInterval, $0.pongTimeout) = (.seconds(10), .seconds(5))
    }.connection
    fixture.timer.advance(by: .seconds(20))
    receive(connection) {}
    expectEqual(log.values.prefix(3), ["1", "2", "3"])
    expectEqual(log.count, 4)
  }
}
