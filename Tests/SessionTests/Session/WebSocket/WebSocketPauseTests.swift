import Dispatch
import Net
import NetTesting
import TestSupport
import Testing

/// The times of a connection while its consumer does not keep up, in virtual time.
@Suite struct WebSocketPauseTests {
  @Test func thePongTimeoutContinuesWhenReadingResumes() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect {
      $0.pingInterval = .seconds(20)
      $0.maximumWaitingMessages = 1
    }
    fixture.timer.advance(by: .seconds(26))
    task.send(.message(.text("a")))
    expectEqual(task.calls, ["ping", "pause"])
    fixture.timer.advance(by: .seconds(1000))
    let iterator = connection.messages.makeAsyncIterator()
    _ = try await iterator.next()
    expectEqual(task.calls, ["proceed"])
    fixture.timer.advance(by: .milliseconds(3999))
    expectTrue(task.calls.isEmpty)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(task.calls, ["cancel"])
    await #expect(throws: WebSocketError.pongTimeout) { try await iterator.next() }
  }

  @Test func thePingIntervalContinuesWhenReadingResumes() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect {
      $0.pingInterval = .seconds(20)
      $0.maximumWaitingMessages = 1
    }
    fixture.timer.advance(by: .seconds(15))
    task.send(.message(.text("a")))
    fixture.timer.advance(by: .seconds(1000))
    let iterator = connection.messages.makeAsyncIterator()
    _ = try await iterator.next()
    expectEqual(task.calls, ["pause", "proceed"])
    fixture.timer.advance(by: .milliseconds(4999))
    expectTrue(task.calls.isEmpty)
    fixture.timer.advance(by: .milliseconds(1))
    expectEqual(task.calls, ["ping"])
  }

  @Test func aPauseIsNotPartOfTheTimeOfAPong() async throws {
    let log = Locked<[String]>([])
    let fixture = WebSocketFixture { $0.monitors = [WebSocketMonitor(log: log)] }
    let (connection, task) = try await fixture.connect {
      $0.pingInterval = .seconds(20)
      $0.maximumWaitingMessages = 1
    }
    fixture.timer.advance(by: .seconds(21))
    task.send(.message(.text("a")))
    fixture.timer.advance(by: .seconds(1000))
    _ = try await connection.messages.makeAsyncIterator().next()
    fixture.timer.advance(by: .seconds(2))
    task.send(.pong)
    expectEqual(log.value.last, "ponged(after: 3.0 seconds)")
  }

  @Test func timeoutsAreSuspendedUntilAHandlerReturns() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect {
      $0.pingInterval = .seconds(20)
      $0.idleTimeout = .seconds(60)
    }
    let ends = Locked<[String]>([])
    connection.receive { update in
      if case .message = update { fixture.timer.advance(by: .seconds(1000)) }
      if case .ended(let end) = update { ends.update { $0.append("\(end)") } }
    }
    fixture.timer.advance(by: .seconds(26))
    // Seconds of the time for a pong are left, and the handler keeps the thread that reports it.
    task.send(.message(.text("a")))
    expectEqual(task.calls, ["ping"])
    fixture.timer.advance(by: .milliseconds(3999))
    expectTrue(task.calls.isEmpty)
    task.send(.pong)
    fixture.timer.advance(by: .seconds(19))
    expectTrue(task.calls.isEmpty)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(task.calls, ["ping"])
    expectTrue(ends.value.isEmpty)
  }

  /// A consumer on another thread may take the messages while reading is just being paused.
  @Test func aConsumerThatCatchesUpBeforeThePauseKeepsReadingOn() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect {
      $0.pingInterval = .seconds(20)
      $0.maximumWaitingMessages = 1
    }
    let texts = Locked<[String]>([])
    task.onPause.update { action in
      action = {
        connection.receive { update in
          if case .message(.text(let text)) = update { texts.update { $0.append(text) } }
        }
      }
    }
    task.send(.message(.text("a")))
    expectEqual(texts.value, ["a"])
    expectEqual(task.calls, ["pause", "proceed"])
    fixture.timer.advance(by: .seconds(20))
    expectEqual(task.calls, ["ping"])
  }

  @Test func aHandlerOnAQueueDoesNotStopTheTime() async throws {
    let fixture = WebSocketFixture()
    let (connection, task) = try await fixture.connect { $0.pingInterval = .seconds(20) }
    let (isBusy, mayReturn) = (DispatchGroup(), DispatchSemaphore(value: 0))
    isBusy.enter()
    connection.receive(queue: DispatchQueue(label: "test")) { update in
      guard case .message = update else { return }
      isBusy.leave()
      _ = mayReturn.wait(timeout: .patience)
    }
    task.send(.message(.text("a")))
    #expect(await isBusy.ended())
    fixture.timer.advance(by: .seconds(20))
    expectEqual(task.calls, ["ping"])
    mayReturn.signal()
  }
}
