import Foundation
import Net
import Testing

@testable import NetTesting

/// A transport whose WebSockets break one rule of the contract.
private struct BrokenWebSockets: WebSocketTransport {
  enum Fault: Sendable, CaseIterable {
    case opensBeforeResume, endsTwice, losesMessages, ignoresPause, ignoresCancellation, ignoresClose,
      completesSendsTwice, hidesErrors, answersNoPings, dropsBodies
  }

  let base: MockTransport
  let fault: Fault

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    base.task(for: request, receiver: receiver)
  }

  func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    let task = base.webSocketTask(
      for: request, subprotocols: subprotocols, options: options,
      receiver: BrokenReceiver(receiver: receiver, fault: fault))
    if fault == .opensBeforeResume { task.resume() }
    return BrokenTask(task: task, fault: fault)
  }
}

private struct BrokenReceiver: WebSocketReceiver {
  let receiver: any WebSocketReceiver
  let fault: BrokenWebSockets.Fault

  func receive(_ event: WebSocketTransportEvent) {
    switch (fault, event) {
    case (.losesMessages, .message), (.dropsBodies, .body), (.answersNoPings, .pong): break
    case (.hidesErrors, .failed): receiver.receive(.closed(WebSocketClosure(code: .normal)))
    case (.endsTwice, .closed):
      receiver.receive(event)
      receiver.receive(event)
    default: receiver.receive(event)
    }
  }
}

private struct BrokenTask: WebSocketTask {
  let task: any WebSocketTask
  let fault: BrokenWebSockets.Fault

  func resume() { task.resume() }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    task.send(message) { error in
      completion(error)
      if fault == .completesSendsTwice { completion(error) }
    }
  }

  func ping() { task.ping() }
  func close(_ closure: WebSocketClosure) { if fault != .ignoresClose { task.close(closure) } }
  func pause() { if fault != .ignoresPause { task.pause() } }
  func proceed() { task.proceed() }
  func cancel() { if fault != .ignoresCancellation { task.cancel() } }
}

@Suite struct WebSocketContractBreachTests {
  @Test(arguments: [
    (BrokenWebSockets.Fault.opensBeforeResume, "nothing is sent before resume"),
    (.endsTwice, "the peer's close frame ends the task with its code and reason"),
    (.losesMessages, "messages of all sizes arrive whole and in order"),
    (.ignoresPause, "a paused task delivers no messages until it proceeds"),
    (.ignoresCancellation, "a cancelled task ends at once with CancellationError"),
    (.ignoresClose, "an own close frame follows the messages, and the peer's ends the task"),
    (.completesSendsTwice, "sends reach the peer in order, and each is completed once"),
    (.hidesErrors, "a connection that ends without a close frame is lost"),
    (.answersNoPings, "a ping is answered by a pong, which is reported"),
    (.dropsBodies, "a refused handshake is a response with its body"),
  ])
  fileprivate func aBrokenTransportFailsItsLaw(_ fault: BrokenWebSockets.Fault, _ law: String) async throws {
    let broken = try #require(WebSocketContract.laws.first { $0.description == law })
    let collected = CollectedFailures()
    await ContractPatience.$limit.withValue(.milliseconds(200)) {
      await collected.collectAsync {
        await WebSocketContract.check(
          [broken],
          scripted: { script in
            let transport = MockTransport(timer: script.timer)
            transport.stub(.everything) { request in script.response(to: request) }
            return BrokenWebSockets(base: transport, fault: fault)
          })
      }
    }
    #expect(collected.messages.first?.hasPrefix("the transport breaks the law \"\(law)\": ") == true)
  }

  @Test func aTransportWithoutWebSocketsBreaksEveryLaw() async {
    let collected = CollectedFailures()
    await collected.collectAsync {
      await WebSocketContract.check(over: { URLSessionTransport() })
    }
    #expect(collected.messages.count == WebSocketContract.laws.count)
  }
}
