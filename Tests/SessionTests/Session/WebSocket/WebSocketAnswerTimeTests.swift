import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// The times in which a peer must answer, over a transport that reports what the system has taken.
@Suite struct WebSocketAnswerTimeTests {
  private let transport = SlowWebSockets()
  private let timer = TestScheduler()

  private func connect(
    _ change: (inout WebSocketOptions) -> Void
  ) async throws -> (connection: WebSocketConnection, task: SlowWebSocket) {
    var options = WebSocketOptions()
    change(&options)
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let connection = try await session.webSocket("wss://example.com/chat", options: options).connect()
    return (connection, try #require(transport.tasks.value.last))
  }

  // MARK: - Pings

  @Test func aPingThatWaitsBehindAMessageHasItsTimeOnceItIsTaken() async throws {
    let (connection, task) = try await connect { $0.pingInterval = .seconds(20) }
    timer.advance(by: .seconds(20))
    for _ in 0..<5 {
      timer.advance(by: .seconds(9))
      task.take(bytes: 1)
    }
    expectEqual(task.base.calls, ["ping"])
    task.takeQuestions()
    timer.advance(by: .seconds(9))
    task.base.send(.pong)
    timer.advance(by: .seconds(20))
    expectEqual(task.base.calls, ["ping"])
    withExtendedLifetime(connection) {}
  }

  @Test func aPeerThatDoesNotAnswerAPingThatWasTakenIsCancelledWhateverElseIsTaken() async throws {
    let (connection, task) = try await connect { $0.pingInterval = .seconds(20) }
    let log = WebSocketFixture.updates(of: connection)
    timer.advance(by: .seconds(20))
    task.takeQuestions()
    timer.advance(by: .seconds(9))
    task.take(bytes: 1)
    expectEqual(log.value, [])
    timer.advance(by: .seconds(1))
    expectEqual(log.value, ["\(WebSocketError.pongTimeout)"])
  }

  @Test func aPeerThatTakesNothingIsCancelledAtThePongTimeout() async throws {
    let (connection, task) = try await connect { $0.pingInterval = .seconds(20) }
    let log = WebSocketFixture.updates(of: connection)
    task.take(bytes: 1)
    timer.advance(by: .seconds(30))
    expectEqual(log.value, ["\(WebSocketError.pongTimeout)"])
    expectEqual(task.base.calls, ["ping", "cancel"])
  }

  @Test func aPingThatIsTakenWhileReadingIsPausedHasItsTimeAfterwards() async throws {
    let (connection, task) = try await connect {
      $0.pingInterval = .seconds(20)
      $0.maximumWaitingMessages = 1
    }
    timer.advance(by: .seconds(20))
    task.base.send(.message(.text("a")))
    task.takeQuestions()
    timer.advance(by: .seconds(100))
    let iterator = connection.messages.makeAsyncIterator()
    _ = try await iterator.next()
    timer.advance(by: .seconds(9))
    expectEqual(task.base.calls, ["ping", "pause", "proceed"])
    timer.advance(by: .seconds(1))
    expectEqual(task.base.calls, ["cancel"])
  }

  // MARK: - Messages that arrive

  @Test func aPeerThatIsSendingAMessageHasTimeToAnswer() async throws {
    let (connection, task) = try await connect { $0.pingInterval = .seconds(20) }
    timer.advance(by: .seconds(20))
    task.takeQuestions()
    for count in 1...5 {
      task.arrive(bytes: count)
      timer.advance(by: .seconds(9))
    }
    expectEqual(task.base.calls, ["ping"])
    task.arrive(bytes: 0)
    task.base.send(.message(.text("a")))
    task.base.send(.pong)
    timer.advance(by: .seconds(20))
    expectEqual(task.base.calls, ["ping"])
    withExtendedLifetime(connection) {}
  }

  @Test func aPeerWhoseMessageStallsIsCancelled() async throws {
    let (connection, task) = try await connect { $0.pingInterval = .seconds(20) }
    let log = WebSocketFixture.updates(of: connection)
    task.arrive(bytes: 1)
    timer.advance(by: .seconds(39))
    task.takeQuestions()
    expectEqual(log.value, [])
    timer.advance(by: .seconds(10))
    expectEqual(log.value, ["\(WebSocketError.pongTimeout)"])
  }

  @Test func aPeerThatSendsMessagesInsteadOfAPongIsCancelled() async throws {
    let (connection, task) = try await connect { $0.pingInterval = .seconds(20) }
    let log = WebSocketFixture.updates(of: connection)
    timer.advance(by: .seconds(20))
    task.takeQuestions()
    timer.advance(by: .seconds(9))
    task.base.send(.message(.text("a")))
    timer.advance(by: .seconds(1))
    expectEqual(log.value, ["a", "\(WebSocketError.pongTimeout)"])
  }

  @Test func aMessageThatIsArrivingPostponesTheIdleTimeout() async throws {
    let (connection, task) = try await connect { $0.idleTimeout = .seconds(10) }
    let log = WebSocketFixture.updates(of: connection)
    for count in 1...5 {
      task.arrive(bytes: count)
      timer.advance(by: .seconds(10))
    }
    expectEqual(log.value, [])
    timer.advance(by: .seconds(10))
    expectEqual(log.value, ["\(WebSocketError.idleTimeout)"])
  }

  @Test func aPeerThatIsSendingAMessageHasTimeToClose() async throws {
    let (connection, task) = try await connect { $0.closeTimeout = .seconds(5) }
    connection.close { _ in }
    task.takeQuestions()
    for count in 1...5 {
      task.arrive(bytes: count)
      timer.advance(by: .seconds(4))
    }
    expectEqual(task.base.calls, ["close 1000"])
    timer.advance(by: .seconds(10))
    expectEqual(task.base.calls, ["cancel"])
  }

  // MARK: - Close frames

  @Test func aCloseFrameThatWaitsBehindMessagesHasItsTimeOnceItIsTaken() async throws {
    let (connection, task) = try await connect { $0.closeTimeout = .seconds(5) }
    let ends = Locked<[String]>([])
    connection.close { result in ends.update { $0.append("\(result)") } }
    for _ in 0..<5 {
      timer.advance(by: .seconds(4))
      task.take(bytes: 1)
    }
    task.takeQuestions()
    timer.advance(by: .seconds(4))
    expectEqual(task.base.calls, ["close 1000"])
    task.base.send(.closed(WebSocketClosure(code: .normal)))
    expectEqual(
      ends.value, ["\(Result<WebSocketClosure, any Error>.success(WebSocketClosure(code: .normal)))"])
  }

  @Test func aPeerThatDoesNotAnswerACloseFrameThatWasTakenIsCancelled() async throws {
    let (connection, task) = try await connect { $0.closeTimeout = .seconds(5) }
    connection.close { _ in }
    timer.advance(by: .seconds(4))
    task.takeQuestions()
    timer.advance(by: .seconds(4))
    task.take(bytes: 1)
    expectEqual(task.base.calls, ["close 1000"])
    timer.advance(by: .seconds(1))
    expectEqual(task.base.calls, ["cancel"])
  }

  @Test func aPeerThatTakesNothingIsCancelledAtTheCloseTimeout() async throws {
    let (connection, task) = try await connect { $0.closeTimeout = .seconds(5) }
    task.take(bytes: 1)
    connection.close { _ in }
    timer.advance(by: .seconds(5))
    expectEqual(task.base.calls, ["close 1000", "cancel"])
  }
}

/// A transport whose WebSockets take what is sent when the test says so.
private struct SlowWebSockets: WebSocketTransport {
  let tasks = Locked<[SlowWebSocket]>([])

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    ScriptedTask(request, receiver: receiver) { $0.respond(200) }
  }

  func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    let task = SlowWebSocket(base: ScriptedWebSocket(request, receiver: receiver) { $0.open() })
    tasks.update { $0.append(task) }
    return task
  }
}

private final class SlowWebSocket: MeasuredWebSocketTask {
  let base: ScriptedWebSocket
  private let counts = Locked(WebSocketTraffic())
  private let questions = Locked<[@Sendable () -> Void]>([])

  init(base: ScriptedWebSocket) { self.base = base }

  var traffic: WebSocketTraffic { counts.value }

  /// The system takes bytes of messages.
  func take(bytes: Int) { counts.update { $0.taken += bytes } }

  /// This many bytes of a message have arrived.
  func arrive(bytes: Int) { counts.update { $0.arrived = bytes } }

  /// The system takes the pings and the close frame.
  func takeQuestions() {
    let questions = questions.update { questions in
      defer { questions = [] }
      return questions
    }
    for question in questions { question() }
  }

  func ping(taken: @escaping @Sendable () -> Void) {
    questions.update { $0.append(taken) }
    base.ping()
  }

  func close(_ closure: WebSocketClosure, taken: @escaping @Sendable () -> Void) {
    questions.update { $0.append(taken) }
    base.close(closure)
  }

  func resume() { base.resume() }
  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    base.send(message, completion: completion)
  }
  func ping() { base.ping() }
  func close(_ closure: WebSocketClosure) { base.close(closure) }
  func pause() { base.pause() }
  func proceed() { base.proceed() }
  func cancel() { base.cancel() }
}
