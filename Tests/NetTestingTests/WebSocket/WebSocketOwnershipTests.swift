import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// An object that only a closure of a WebSocket owns is released when the closure has done its work, and may then call
/// the WebSocket.
@Suite struct WebSocketOwnershipTests {
  private final class Owner: Sendable {
    private let atEnd: @Sendable () -> Void

    init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

    func note() {}

    deinit { atEnd() }
  }

  /// A WebSocket to a script, and the events that its receiver got.
  private final class Client: WebSocketReceiver {
    private let events = Locked<[String]>([])
    private let transport: MockTransport
    private let opened = Locked<(any WebSocketTask)?>(nil)

    init(_ transport: MockTransport, _ script: @escaping @Sendable (WebSocketPeer) -> Void) throws {
      self.transport = transport
      transport.stub(.webSocket("https://h/a"), with: .script(script))
      let url = try #require(URL(string: "https://h/a"))
      let task = transport.webSocketTask(
        for: TransportRequest(url: url), subprotocols: [], options: WebSocketOptions(), receiver: self)
      opened.update { $0 = task }
      task.resume()
    }

    var task: (any WebSocketTask)? { opened.value }
    var peer: WebSocketPeer? { transport.webSockets.last }
    var words: [String] { events.value }

    func receive(_ event: WebSocketTransportEvent) {
      if case .pong = event { return }
      let word =
        switch event {
        case .opened: "opened"
        case .message: "message"
        case .failed: "failed"
        default: "other"
        }
      events.update { $0.append(word) }
    }

    /// Makes every call of the WebSocket, the last of which ends it.
    func callEverything() {
      task?.pause()
      task?.proceed()
      task?.ping()
      task?.send(.text("late")) { _ in }
      task?.cancel()
    }
  }

  private let collected = CollectedFailures()
  private let released = Locked(0)

  /// Returns an owner that, when it is released, counts that and makes these calls.
  private func owner(_ calls: @escaping @Sendable () -> Void) -> Owner {
    Owner { [released] in
      released.update { $0 += 1 }
      calls()
    }
  }

  private func client(_ script: @escaping @Sendable (WebSocketPeer) -> Void = { _ in }) throws -> Client {
    try Client(collected.collect { MockTransport() }, script)
  }

  /// Sends a message whose completion owns an object.
  private func send(_ text: String, over client: Client) {
    let owner = owner { [weak client] in client?.callEverything() }
    client.task?.send(.text(text)) { _ in owner.note() }
  }

  @Test func theOwnerOfASendIsReleasedWhenItIsSent() throws {
    let client = try client()
    send("hi", over: client)
    expectEqual(released.value, 1)
    expectEqual(client.words, ["opened", "failed"])
  }

  @Test func theOwnersOfUnreadSendsAreReleasedAtTheEnd() throws {
    let client = try client { $0.stopReading() }
    for text in ["hi", "ho"] { send(text, over: client) }
    expectEqual(released.value, 0)
    client.task?.cancel()
    expectEqual(released.value, 2)
    expectEqual(client.words, ["opened", "failed"])
  }

  @Test func theOwnersOfSendsThatTheServerReadsLateAreReleased() throws {
    let client = try client { $0.stopReading() }
    for text in ["hi", "ho"] { send(text, over: client) }
    client.peer?.startReading()
    expectEqual(released.value, 2)
    expectEqual(client.words, ["opened", "failed"])
  }

  /// Returns an owner that uses the peer when it is released.
  private func owner(using peer: WebSocketPeer) -> Owner {
    owner { [weak peer] in
      _ = peer?.received
      peer?.send(.text("late"))
    }
  }

  @Test func theOwnerOfAResponderIsReleasedAtTheEnd() throws {
    let client = try client { peer in
      let owner = owner(using: peer)
      peer.onMessage { message in
        owner.note()
        return [message]
      }
    }
    client.task?.send(.text("hi")) { _ in }
    expectEqual(released.value, 0)
    client.task?.cancel()
    expectEqual(released.value, 1)
  }

  @Test func theOwnerOfAResponderIsReleasedWhenAnotherReplacesIt() throws {
    let client = try client { peer in
      let owner = owner(using: peer)
      peer.onMessage { message in
        owner.note()
        return [message]
      }
    }
    client.peer?.onMessage { _ in [] }
    expectEqual(released.value, 1)
    expectEqual(client.words, ["opened", "message"])
  }

  @Test func theOwnerOfAnExpectationIsReleasedWhenItIsMet() throws {
    let client = try client { peer in
      let owner = owner(using: peer)
      peer.expect("anything") { _ in
        owner.note()
        return true
      }
    }
    client.task?.send(.text("hi")) { _ in }
    expectEqual(released.value, 1)
    expectEqual(client.words, ["opened", "message"])
  }

  @Test(arguments: [true, false])
  func theOwnersOfStepsThatNeverRunAreReleased(isRefused: Bool) throws {
    let client = try client { peer in
      peer.expect(.text("ho"))
      let (first, second) = (owner(using: peer), owner(using: peer))
      peer.expect("anything") { _ in
        first.note()
        return true
      }
      peer.onMessage { _ in
        second.note()
        return []
      }
    }
    expectEqual(released.value, 0)
    if isRefused { client.task?.send(.text("hi")) { _ in } } else { client.task?.cancel() }
    expectEqual(released.value, 2)
    expectEqual(collected.messages.count, 1)
  }

  @Test func theOwnerOfAStepAfterTheEndIsReleased() throws {
    let client = try client()
    client.task?.cancel()
    if let peer = client.peer {
      let owner = owner(using: peer)
      peer.onMessage { _ in
        owner.note()
        return []
      }
    }
    expectEqual(released.value, 1)
  }
}
