import Foundation
import Net
import NetStream
import NetTesting
import TestSupport
import Testing

/// A session whose program closes the connection does not reconnect, whatever the peer does.
@Suite(.netTesting) struct ClosedSessionTests {
  private let time = TestScheduler()
  private let network: NetworkingMock

  init() { network = NetworkingMock(timer: time, afterEach: .test) }

  private func stub(_ script: @escaping @Sendable (WebSocketPeer) -> Void) {
    network.stub(.webSocket("/chat"), with: .script(script))
  }

  private func connection(of events: Recording<WebSocketEvent>) throws -> StreamWebSocketConnection {
    let opened = events.values.compactMap { event in
      if case .opened(let connection) = event { connection } else { nil }
    }
    return try #require(opened.last)
  }

  /// Expects that the session is over after one connection, which is the only event.
  private func expectEnd(
    _ events: Recording<WebSocketEvent>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    time.advance(by: .seconds(100))
    #expect(events.isCompleted, "\(String(describing: events.error))", sourceLocation: sourceLocation)
    #expect(events.values.count == 1, sourceLocation: sourceLocation)
    #expect(network.webSockets.count == 1, sourceLocation: sourceLocation)
    #expect(time.pendingCount == 0, sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      [], [.disconnect], [.reset], [.bytes(Data([0x88, 2, 0x03, 0xf3]))],
      [.bytes(Data([0x88, 2, 0x03, 0xe9]))],
      [.bytes(Data([0x83, 0]))],
    ] as [[WebSocketFault]])
  func anUnusualReplyToTheCloseFrameCompletesTheSession(_ faults: [WebSocketFault]) throws {
    stub { peer in
      peer.fault(.unansweredClose)
      peer.expectClose()
      for fault in faults { peer.fault(fault) }
    }
    let events = network.session()
    let closing = try connection(of: events).close().record(afterEach: .test)
    expectEnd(events)
    if faults.isEmpty { expectEqual(closing.error as? WebSocketError, .closeTimeout) }
  }

  @Test func aSessionThatNeverReconnectsCompletesToo() throws {
    stub { $0.fault(.unansweredClose) }
    let events = network.session(.never)
    _ = try connection(of: events).close().record(afterEach: .test)
    expectEnd(events)
  }

  @Test func aCancellationAfterTheCloseCompletesTheSession() throws {
    stub { $0.fault(.unansweredClose) }
    let events = network.session()
    let connection = try connection(of: events)
    _ = connection.close().record(afterEach: .test)
    connection.cancel()
    expectEnd(events)
  }

  @Test func cancelAllAfterTheCloseCompletesTheSession() throws {
    stub { $0.fault(.unansweredClose) }
    let events = network.session()
    let closing = try connection(of: events).close().record(afterEach: .test)
    network.cancelAll()
    expectEnd(events)
    expectEqual((closing.error as? NetworkError)?.reason, .cancelled)
  }

  @Test func anOpeningThatClosesTheConnectionAndFailsCompletesTheSession() {
    stub { $0.fault(.unansweredClose) }
    expectEnd(network.session { $0.close().map { _ in } })
  }

  @Test func anOpeningThatFailsAfterTheCloseCompletesTheSession() throws {
    struct NoTopics: Error {}
    stub { $0.fault(.unansweredClose) }
    let topics = PublishSubject<Void>()
    let events = network.session { _ in topics.take(1).asSingle() }
    _ = try connection(of: events).close().record(afterEach: .test)
    topics.onError(NoTopics())
    expectEnd(events)
  }

  @Test func aConnectionThatIsLostBeforeTheCloseCompletesTheSessionAtOnce() throws {
    stub { _ in }
    let events = network.session()
    network.webSockets.last?.fault(.disconnect)
    expectEqual(events.values.count, 2)
    let closing = try connection(of: events).close().record(afterEach: .test)
    expectEqual(closing.error as? WebSocketError, .connectionLost)
    expectTrue(events.isCompleted)
    time.advance(by: .seconds(100))
    expectEqual(network.webSockets.count, 1)
    expectEqual(time.pendingCount, 0)
  }

  @Test func aCloseInsideLostCompletesTheSession() {
    stub { peer in
      peer.wait(.seconds(1))
      peer.fault(.disconnect)
    }
    let last = Captured<StreamWebSocketConnection>()
    let events = network.stream.webSocket("/chat").session().do(onNext: { event in
      switch event {
      case .opened(let connection): last.set(connection)
      case .lost: _ = last.value?.close().subscribe(onFailure: { _ in })
      case .message: break
      }
    }).record(afterEach: .test)
    time.advance(by: .seconds(100))
    expectTrue(events.isCompleted)
    expectEqual(network.webSockets.count, 1)
  }

  @Test func aCloseDuringTheNextHandshakeCompletesTheSession() throws {
    stub { _ in }
    let events = network.session()
    network.webSockets.last?.fault(.disconnect)
    network.delivery = .held
    time.advance(by: .seconds(1))
    _ = try connection(of: events).close().record(afterEach: .test)
    expectTrue(events.isCompleted)
    expectEqual(network.cancelCount, 1)
  }

  @Test func closingAFormerConnectionDoesNotEndTheSession() throws {
    stub { _ in }
    let events = network.session()
    let former = try connection(of: events)
    network.webSockets.last?.fault(.disconnect)
    time.advance(by: .seconds(1))
    expectEqual(network.webSockets.count, 2)
    _ = former.close().record(afterEach: .test)
    expectFalse(events.isCompleted)
    network.webSockets.last?.fault(.disconnect)
    _ = former.close().record(afterEach: .test)
    expectFalse(events.isCompleted)
    events.dispose()
  }

  @Test func aSecondConsumerStaysAMistakeAfterTheClose() {
    stub { $0.send(.text("a")) }
    let events = network.session { connection in
      _ = connection.messages.take(1).subscribe()
      return .just(())
    }
    expectEqual(events.error as? WebSocketError, .hasConsumer)
  }
}
