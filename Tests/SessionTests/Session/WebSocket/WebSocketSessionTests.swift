import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// WebSockets of a session with a scripted transport, in virtual time.
@Suite struct WebSocketSessionTests {
  @Test func messagesArriveInOrderThenTheEnd() async throws {
    let (connection, task) = try await WebSocketFixture().connect()
    task.send(.message(.text("before")))
    let log = WebSocketFixture.updates(of: connection)
    task.send(.message(.text("after")))
    task.send(.message(.data(Data([1, 2]))))
    task.send(.closed(WebSocketClosure(code: .normal)))
    expectEqual(log.value, ["before", "after", "2 bytes", "closed 1000"])
  }

  @Test func aLoopReceivesMessagesAndTheEnd() async throws {
    let (connection, task) = try await WebSocketFixture().connect()
    task.send(.message(.text("a")))
    task.send(.message(.text("b")))
    task.send(.closed(WebSocketClosure(code: .goingAway)))
    var messages: [WebSocketMessage] = []
    for try await message in connection.messages { messages.append(message) }
    expectEqual(messages, [.text("a"), .text("b")])
  }

  @Test func aCodeThatReportsAProblemIsAnError() async throws {
    let (connection, task) = try await WebSocketFixture().connect()
    let log = WebSocketFixture.updates(of: connection)
    let closure = WebSocketClosure(code: .internalError, reason: "x")
    task.send(.closed(closure))
    expectEqual(log.value, ["\(WebSocketError.closed(closure))"])
    #expect(WebSocketError.closed(closure).isLost)
  }

  @Test func aSecondConsumerGetsAnError() async throws {
    let (connection, task) = try await WebSocketFixture().connect()
    let first = WebSocketFixture.updates(of: connection)
    let second = WebSocketFixture.updates(of: connection)
    expectEqual(second.value, ["\(WebSocketError.hasConsumer)"])
    await #expect(throws: WebSocketError.hasConsumer) { for try await _ in connection.messages {} }
    task.send(.message(.text("a")))
    expectEqual(first.value, ["a"])
  }

  @Test func readingPausesAtTheLimitAndResumesAtHalf() async throws {
    let (connection, task) = try await WebSocketFixture().connect { $0.maximumWaitingMessages = 4 }
    for number in 0..<3 { task.send(.message(.text("\(number)"))) }
    expectTrue(task.calls.isEmpty)
    task.send(.message(.text("3")))
    expectEqual(task.calls, ["pause"])
    let iterator = connection.messages.makeAsyncIterator()
    _ = try await iterator.next()
    expectTrue(task.calls.isEmpty)
    _ = try await iterator.next()
    expectEqual(task.calls, ["proceed"])
  }

  @Test func leavingTheLoopClosesTheConnection() async throws {
    let (connection, task) = try await WebSocketFixture().connect()
    task.send(.message(.text("a")))
    for try await _ in connection.messages { break }
    expectEqual(task.calls, ["close 1001"])
    withExtendedLifetime(connection) {}
  }

  @Test func aConnectionThatNobodyReferencesIsClosed() async throws {
    let fixture = WebSocketFixture()
    _ = try await fixture.connect()
    expectEqual(fixture.transport.tasks.first?.calls, ["close 1001"])
  }

  @Test func cancellingTheTaskOfALoopClosesTheConnection() async throws {
    let (connection, task) = try await WebSocketFixture().connect()
    let loop = Task { for try await _ in connection.messages {} }
    loop.cancel()
    await #expect(throws: CancellationError.self) { try await loop.value }
    #expect(task.calls.contains("close 1001"))
  }

  // MARK: - Time

  @Test func pingsAreSentAtTheIntervalAfterEachPong() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect { $0.pingInterval = .seconds(20) }
    fixture.timer.advance(by: .seconds(19))
    expectTrue(task.calls.isEmpty)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(task.calls, ["ping"])
    fixture.timer.advance(by: .seconds(3))
    task.send(.pong)
    fixture.timer.advance(by: .seconds(19))
    expectTrue(task.calls.isEmpty)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(task.calls, ["ping"])
    withExtendedLifetime(connection) {}
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func noPingIsSentWithoutTimeBetweenTwo(interval: Duration) async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect { $0.pingInterval = interval }
    fixture.timer.advance(by: .seconds(20))
    expectTrue(task.calls.isEmpty)
    withExtendedLifetime(connection) {}
  }

  @Test func aMissingPongEndsTheConnection() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect { $0.pingInterval = .seconds(20) }
    let log = WebSocketFixture.updates(of: connection)
    fixture.timer.advance(by: .seconds(30))
    expectEqual(task.calls, ["ping", "cancel"])
    expectEqual(log.value, ["\(WebSocketError.pongTimeout)"])
  }

  @Test func noPingIsSentWhileReadingIsPaused() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect {
      $0.pingInterval = .seconds(20)
      $0.idleTimeout = .seconds(30)
      $0.maximumWaitingMessages = 1
    }
    fixture.timer.advance(by: .seconds(20))
    task.send(.message(.text("a")))
    fixture.timer.advance(by: .seconds(1000))
    expectEqual(task.calls, ["ping", "pause"])
    let iterator = connection.messages.makeAsyncIterator()
    _ = try await iterator.next()
    task.send(.pong)
    fixture.timer.advance(by: .seconds(20))
    expectEqual(task.calls, ["proceed", "ping"])
  }

  @Test func aConnectionWithoutMessagesEndsAtTheIdleTimeout() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect { $0.idleTimeout = .seconds(30) }
    let log = WebSocketFixture.updates(of: connection)
    fixture.timer.advance(by: .seconds(20))
    task.send(.message(.text("a")))
    fixture.timer.advance(by: .seconds(29))
    expectEqual(log.value, ["a"])
    fixture.timer.advance(by: .seconds(1))
    expectEqual(log.value, ["a", "\(WebSocketError.idleTimeout)"])
  }

  @Test func closingDiscardsMessagesAndWaitsForThePeer() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect { $0.maximumWaitingMessages = 1 }
    task.send(.message(.text("waits")))
    let ends = Locked<[String]>([])
    connection.close(code: .goingAway, reason: "bye") { result in ends.update { $0.append("\(result)") } }
    expectEqual(task.calls, ["pause", "close 1001", "proceed"])
    task.send(.message(.text("late")))
    task.send(.closed(WebSocketClosure(code: .goingAway)))
    expectEqual(ends.value.count, 1)
    expectEqual(WebSocketFixture.updates(of: connection).value, ["closed 1001"])
  }

  @Test func aPeerThatDoesNotCloseIsCancelledAfterTheTimeout() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect()
    let ends = Locked<[WebSocketError?]>([])
    connection.close { result in
      if case .failure(let error) = result { ends.update { $0.append(error as? WebSocketError) } }
    }
    fixture.timer.advance(by: .seconds(5))
    expectEqual(task.calls, ["close 1000", "cancel"])
    expectEqual(ends.value, [.closeTimeout])
  }

  @Test func noTimerIsLeftAfterTheEnd() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect {
      $0.pingInterval = .seconds(20)
      $0.idleTimeout = .seconds(30)
    }
    task.send(.closed(WebSocketClosure(code: .normal)))
    _ = task.calls
    fixture.timer.advance(by: .seconds(100))
    expectTrue(task.calls.isEmpty)
    withExtendedLifetime(connection) {}
  }

  // MARK: - Monitors

  @Test func monitorsSeeTheEventsOfTheConnection() async throws {
    let log = Locked<[String]>([])
    let fixture = WebSocketFixture { $0.monitors = [WebSocketMonitor(log: log)] }
    let (connection, task) = try await fixture.connect { $0.pingInterval = .seconds(20) }
    let received = WebSocketFixture.updates(of: connection)
    try await connection.send(.text("hello"))
    task.send(.message(.text("hi")))
    fixture.timer.advance(by: .seconds(20))
    task.send(.pong)
    task.send(.closed(WebSocketClosure(code: .normal, reason: "end")))
    expectEqual(
      log.value,
      [
        "opened(subprotocol: nil)", "sent(Net.WebSocketMessage.text(\"hello\"))",
        "received(Net.WebSocketMessage.text(\"hi\"))", "ponged(after: 0.0 seconds)",
        "closed(code: 1000, reason: \"end\")",
      ])
    expectEqual(received.value, ["hi", "closed 1000"])
  }

  @Test func monitorsReceiveTheCloseOnce() async throws {
    let log = Locked<[String]>([])
    let fixture = WebSocketFixture { $0.monitors = [WebSocketMonitor(log: log)] }
    do {
      let (connection, task) = try await fixture.connect()
      task.send(.closed(WebSocketClosure(code: .normal)))
      _ = try? await connection.close()
    }
    expectEqual(log.value.filter { $0.hasPrefix("closed") }, ["closed(code: 1000, reason: \"\")"])
  }
}
