import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Loops over messages on an actor that is busy when the next message, or the end, has arrived.
@Suite struct BusyMessagesTests {
  private let fixture = WebSocketFixture()
  private let reader = BusyReader()

  /// Starts a loop, and returns when it waits for its first message.
  private func start() async throws -> (
    loop: Task<Void, Never>, connection: WebSocketConnection, socket: ScriptedWebSocket
  ) {
    let (connection, socket) = try await fixture.connect()
    let loop = reader.start(connection.messages) { "\($0)" }
    await reader.waitForWork()
    await reader.work { true }
    return (loop, connection, socket)
  }

  enum News: CaseIterable, Sendable {
    case message, closure, loss

    var event: WebSocketTransportEvent {
      switch self {
      case .message: .message(.text("1"))
      case .closure: .closed(WebSocketClosure(code: .normal))
      case .loss: .failed(Broken(), phase: .body)
      }
    }
  }

  @Test(arguments: News.allCases) func aTaskThatIsCancelledReceivesNothingThatWasOnItsWay(_ news: News)
    async throws
  {
    let (loop, _, socket) = try await start()
    socket.send(news.event)
    await reader.waitForWork()
    loop.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["CancellationError()"])
    if news == .message { expectEqual(socket.calls, ["close \(WebSocketCloseCode.goingAway)"]) }
  }

  @Test func aCancelledConnectionHasNoMessageThatWasOnItsWay() async throws {
    let (loop, connection, socket) = try await start()
    socket.send(.message(.text("1")))
    await reader.waitForWork()
    connection.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["cancelled"])
    await loop.value
  }

  @Test func aTaskThatIsCancelledBeforeItsLoopReceivesNoMessageThatWaits() async throws {
    let (connection, socket) = try await fixture.connect()
    socket.send(.message(.text("1")))
    let loop = reader.start(connection.messages) { "\($0)" }
    await reader.waitForWork()
    loop.cancel()
    await reader.work()
    expectEqual(reader.log.value, ["CancellationError()"])
  }

  @Test func aMessageIsReceivedWithoutACancellation() async throws {
    let (loop, _, socket) = try await start()
    socket.send(.message(.text("1")))
    await reader.work()
    socket.send(.closed(WebSocketClosure(code: .normal)))
    await reader.work(untilCount: 2)
    expectEqual(reader.log.value, ["\(WebSocketMessage.text("1"))", "end"])
    await loop.value
  }
}
