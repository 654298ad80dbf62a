import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Budgets of a trace with WebSockets, which are pending requests until they are closed.
@Suite struct WebSocketBudgetTests {
  private let recorder = TraceRecorder()
  private let transport = ScriptedWebSockets()
  private let session: NetworkSession

  init() {
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    session = NetworkSession(configuration: configuration, transport: transport, timer: TestScheduler())
  }

  private func connect() async throws -> (connection: WebSocketConnection, task: ScriptedWebSocket) {
    let connection = try await session.webSocket("wss://example.com/chat").connect()
    return (connection, try #require(transport.tasks.last))
  }

  /// What a budget that everything stays within says of the trace.
  private var complaints: [String] { failures { expect(recorder.trace).to(stayWithin(requests: 100)) } }

  @Test func aBudgetWaitsForAnOpenWebSocket() async throws {
    let (connection, task) = try await connect()
    task.send(.message(.text("hello")))
    let complaint = try #require(complaints.first)
    #expect(complaint.contains("a trace with 1 pending request"), "\(complaint)")
    withExtendedLifetime(connection) {}
  }

  @Test func aBudgetWaitsForAnOpenWebSocketWithManyMessages() async throws {
    let (connection, task) = try await connect()
    connection.receive { _ in }
    for number in 0..<1_000 { task.send(.message(.text("\(number)"))) }
    expectEqual(complaints.count, 1)
  }

  @Test(arguments: [false, true]) func aBudgetMeasuresAClosedWebSocket(_ isLost: Bool) async throws {
    let (connection, task) = try await connect()
    if isLost {
      task.send(.failed(Broken(), phase: .body))
    } else {
      task.send(.closed(WebSocketClosure(code: .normal)))
    }
    expectTrue(complaints.isEmpty)
    withExtendedLifetime(connection) {}
  }
}
