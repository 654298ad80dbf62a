import Dispatch
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// A session that loses its connection on one thread while a message arrives on another.
@Suite(.netTesting) struct WebSocketSessionRaceTests {
  private struct Refused: Error {}

  @Test(.heavy) func noMessageFollowsTheLossOfItsConnection() {
    var late = 0
    for round in 0..<2_000 {
      let network = NetworkingMock(timer: TestScheduler(), afterEach: .test)
      network.stub(.webSocket("/chat"), with: .script { _ in })
      let refusal = PublishSubject<Void>()
      let events = network.stream.webSocket("/chat")
        .session { _ in refusal.asSingle() }
        .record(afterEach: .test)
      let peer = network.webSockets.last
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        for _ in 0..<(side == 0 ? round % 40 : 20) { _ = events.isDisposed }
        if side == 0 { refusal.onError(Refused()) } else { peer?.send(.text("a")) }
      }
      let isLost = events.values.map { event in if case .lost = event { true } else { false } }
      if isLost.contains(true), isLost.last == false { late += 1 }
      events.dispose()
    }
    expectEqual(late, 0)
  }
}
