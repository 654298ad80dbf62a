import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net
@testable import NetTesting

/// What another thread does between two steps of a scripted WebSocket.
@Suite struct WebSocketOrderTests {
  private let failures = CollectedFailures()

  @Test func aHandshakeThatIsCancelledWhileItIsAnsweredOpensNothing() throws {
    let transport = failures.collect { MockTransport() }
    let script = StubResponse.script { $0.expect(.text("hi")) }
    transport.stub(.webSocket("https://h/a"), with: script.delivered(.held))
    let received = Locked<[String]>([])
    let url = try #require(URL(string: "https://h/a"))
    let task = MockWebSocketTask(
      TransportRequest(url: url), subprotocols: [], options: WebSocketOptions(),
      receiver: Receiver { event in received.update { $0.append("\(event)") } }, transport: transport)
    task.resume()
    let request = try #require(transport.requests.last)
    // The answer is found, and another thread cancels the task before the answer opens the WebSocket.
    task.cancel()
    task.open(script, request)
    #expect(transport.webSockets.allSatisfy { !$0.isOpen })
    expectEqual(received.value.count, 1)
    expectTrue(failures.messages.isEmpty)
  }

  /// `WebSocketTask.pause()`: neither messages nor the end are reported until `proceed()`.
  @Test func aTaskThatIsPausedBeforeItOpensReportsNoMessages() throws {
    let transport = failures.collect { MockTransport() }
    transport.stub(
      .webSocket("https://h/a"),
      with: .script { peer in
        peer.send(.text("hi"))
        peer.close()
      })
    let received = Locked<[String]>([])
    let url = try #require(URL(string: "https://h/a"))
    let task = transport.webSocketTask(
      for: TransportRequest(url: url), subprotocols: [], options: WebSocketOptions(),
      receiver: Receiver { event in
        switch event {
        case .message: received.update { $0.append("message") }
        case .closed: received.update { $0.append("closed") }
        default: break
        }
      })
    task.pause()
    task.resume()
    expectEqual(received.value, [])
    task.proceed()
    expectEqual(received.value, ["message", "closed"])
  }

  @Test func aCancellationDuringTheHeadOfARefusedHandshakeIsDeliveredAfterIt() throws {
    let transport = failures.collect { MockTransport() }
    let script = StubResponse.script { _ in }.header("Sec-WebSocket-Accept", "wrong")
    transport.stub(.webSocket("https://h/a"), with: script)
    let received = Locked<[String]>([])
    let opened = Locked<(any WebSocketTask)?>(nil)
    let url = try #require(URL(string: "https://h/a"))
    let task = transport.webSocketTask(
      for: TransportRequest(url: url), subprotocols: [], options: WebSocketOptions(),
      receiver: Receiver { event in
        switch event {
        case .head:
          received.update { $0.append("head") }
          opened.value?.cancel()
          received.update { $0.append("returns") }
        case .failed: received.update { $0.append("failed") }
        default: received.update { $0.append("other") }
        }
      })
    opened.update { $0 = task }
    task.resume()
    expectEqual(received.value, ["head", "returns", "failed"])
  }

  @Test(arguments: [["ho"], [], ["hi"]])
  func whatArrivedBeforeTheServerStopsIsCheckedAfterwards(_ messages: [String]) throws {
    let url = try #require(URL(string: "https://h/a"))
    let (lane, gate) = (SpareThreads().makeLane(), DispatchSemaphore(value: 0))
    let peer = peer(of: url, lane)
    // The peer's lane is slow, and the server stops before it has looked at the messages.
    lane.add { gate.wait() }
    peer.expect(.text("hi"), line: 7)
    for message in messages { peer.receive(bytes(of: message)) }
    peer.disconnected()
    LeakWitness.$grace.withValue(.zero) { peer.reportUnmet() }
    expectEqual(failures.lines, messages.isEmpty ? [7] : [])
    let isDone = DispatchSemaphore(value: 0)
    lane.add { isDone.signal() }
    gate.signal()
    expectEqual(isDone.wait(timeout: .patience), .success)
    expectEqual(failures.lines, messages == ["hi"] ? [] : [7])
  }

  @Test func aServerThatStopsWaitsForTheCheckOfWhatHasArrived() throws {
    let url = try #require(URL(string: "https://h/a"))
    let (lane, gate) = (SpareThreads().makeLane(), DispatchSemaphore(value: 0))
    let peer = peer(of: url, lane)
    lane.add { gate.wait() }
    peer.expect(.text("hi"), line: 7)
    peer.receive(bytes(of: "ho"))
    peer.disconnected()
    let done = DispatchSemaphore(value: 0)
    let reported = Locked<[UInt]>([])
    Thread.detachNewThread { [failures] in
      peer.reportUnmet()
      reported.update { $0 = failures.lines }
      done.signal()
    }
    gate.signal()
    expectEqual(done.wait(timeout: .patience), .success)
    expectEqual(reported.value, [7])
  }

  private func peer(of url: URL, _ lane: BlockingLane) -> WebSocketPeer {
    WebSocketPeer(
      RecordedRequest(method: .get, url: url), agreement: WebSocketHandshake.Agreement(),
      timer: TestScheduler(), lane: lane, changes: Changes(), host: SilentHost()
    ) { [failures] in failures.reporter.fail($0, at: $1 ?? SourcePlace(file: #filePath, line: 0)) }
  }

  private func bytes(of message: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var writer = WebSocketWriter(role: .client)
    writer.append(.text(message), to: &bytes)
    return bytes
  }
}

private struct Receiver: WebSocketReceiver {
  let action: @Sendable (WebSocketTransportEvent) -> Void

  func receive(_ event: WebSocketTransportEvent) { action(event) }
}

private final class SilentHost: WebSocketPeerHost {
  func send(_ bytes: [UInt8]) {}
  func read(_ reads: Bool) {}
  func end(reset: Bool) {}
}
