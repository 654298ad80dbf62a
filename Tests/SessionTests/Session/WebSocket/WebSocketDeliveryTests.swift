import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Where the handlers of a WebSocket are called.
@Suite struct WebSocketDeliveryTests {
  private static let key = DispatchSpecificKey<String>()

  private let fixture: WebSocketFixture
  private let callbackQueue = Self.queue("callback queue")
  private let other = Self.queue("other queue")
  private let places = Captured<String>()

  private static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: key, value: name)
    return queue
  }

  init() {
    let queue = callbackQueue
    fixture = WebSocketFixture({ $0.callbackQueue = queue })
  }

  private func note() { places.set(DispatchQueue.getSpecific(key: Self.key) ?? "inline") }

  private func waitForQueues() {
    callbackQueue.sync {}
    other.sync {}
  }

  @Test func aHandlerWithoutAQueueIsCalledOnTheCallbackQueue() async throws {
    let (connection, socket) = try await fixture.connect()
    connection.receive { _ in note() }
    socket.send(.message(.text("a")))
    waitForQueues()
    socket.send(.closed(WebSocketClosure(code: .normal)))
    waitForQueues()
    expectEqual(places.values, ["callback queue", "callback queue"])
  }

  @Test func aHandlerWithAQueueIsCalledOnIt() async throws {
    let (connection, socket) = try await fixture.connect()
    connection.receive(queue: other) { _ in note() }
    socket.send(.message(.text("a")))
    waitForQueues()
    expectEqual(places.values, ["other queue"])
  }

  @Test func anInlineHandlerIsCalledOnTheThreadOfTheTransport() async throws {
    let (connection, socket) = try await fixture.connect()
    connection.receive(delivery: .inline) { _ in note() }
    socket.send(.message(.text("a")))
    expectEqual(places.values, ["inline"])
  }

  @Test func aSecondConsumerIsRefusedOnItsQueue() async throws {
    let (connection, _) = try await fixture.connect()
    connection.receive { _ in }
    connection.receive { _ in note() }
    connection.receive(queue: other) { _ in note() }
    connection.receive(delivery: .inline) { _ in note() }
    waitForQueues()
    expectEqual(places.values.sorted(), ["callback queue", "inline", "other queue"])
  }

  @Test(arguments: [true, false]) func aHandshakeIsReportedWhereItsHandlerBelongs(succeeds: Bool) {
    let queue = callbackQueue
    let fixture = WebSocketFixture(
      { $0.callbackQueue = queue }, onResume: { succeeds ? $0.open() : $0.refuse(403) })
    let socket = fixture.session.webSocket("wss://example.com/chat")
    socket.connect { _ in note() }
    socket.connect(queue: other) { _ in note() }
    socket.connect(delivery: .inline) { _ in note() }
    waitForQueues()
    expectEqual(places.values.sorted(), ["callback queue", "inline", "other queue"])
  }

  @Test func aMockCallsHandlersWithoutAQueueInline() async throws {
    let network = NetworkingMock()
    network.stub(.webSocket("/chat"), with: .script { peer in peer.send(.text("a")) })
    network.webSocket("/chat").connect { result in
      note()
      try? result.get().receive { _ in note() }
    }
    expectEqual(places.values.prefix(2), ["inline", "inline"])
    network.cancelAll()
  }
}
