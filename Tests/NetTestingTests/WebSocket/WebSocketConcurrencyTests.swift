import Dispatch
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct WebSocketConcurrencyTests {
  @Test func sendsOfSeveralThreadsAreAllEchoed() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.webSocket("/chat"), with: .script { peer in peer.onMessage { [$0] } })
    let client = ReceivedUpdates(network.webSocket("/chat"))
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<100 { client.send(.text("\(thread) \(number)")) }
    }
    expectEqual(client.texts.count, 800)
    expectEqual(Set(client.texts).count, 800)
    for thread in 0..<8 {
      let texts = client.texts.filter { $0.hasPrefix("\(thread) ") }
      expectEqual(texts, (0..<100).map { "\(thread) \($0)" })
    }
    client.close()
  }

  @Test func bothSidesMayEndAtTheSameTime() {
    var open = 0
    for _ in 0..<200 {
      let network = NetworkingMock()
      network.stub(.webSocket("/chat"), with: .script { _ in })
      let client = ReceivedUpdates(network.webSocket("/chat"))
      DispatchQueue.concurrentPerform(iterations: 3) { side in
        switch side {
        case 0: client.close()
        case 1: network.webSockets.first?.close()
        default: client.connection?.cancel()
        }
      }
      if !client.hasEnded || network.webSockets.first?.isOpen == true { open += 1 }
    }
    expectEqual(open, 0)
  }
}
