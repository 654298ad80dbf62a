import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// The times of the messages of a recorded WebSocket, which are those of a monotonic clock.
@Suite struct WebSocketDelaysTests {
  private static let messages = [Duration.milliseconds(100), .milliseconds(200), .microseconds(333_333)]

  private let request: TransportRequest

  init() throws {
    request = TransportRequest(url: try #require(URL(string: "https://a.test/ws")))
  }

  private func run(_ transport: RecordingTransport, _ timer: SteppedTimer, step: Duration? = nil)
    -> [Duration]
  {
    let received = TimedMessages(timer)
    transport.webSocketTask(
      for: request, subprotocols: [], options: WebSocketOptions(), receiver: received
    ).resume()
    timer.advance(by: .milliseconds(150))
    if let step { timer.step(by: step) }
    timer.advance(by: .seconds(10_000))
    return received.times.values
  }

  private func record(to file: URL, _ timer: SteppedTimer, step: Duration? = nil) throws -> [Duration] {
    let mock = MockTransport(delivery: .inline, timer: timer)
    mock.stub(
      .everything,
      with: .script { peer in
        for (number, pause) in Self.messages.enumerated() {
          peer.wait(pause)
          peer.send(.text("\(number)"))
        }
        peer.close()
      })
    let transport = RecordingTransport(mock, cassette: file, mode: .recordAll, timer: timer)
    defer { try? transport.save() }
    return run(transport, timer, step: step)
  }

  @Test(arguments: [nil, Duration.seconds(3_600), .seconds(-3_600), .milliseconds(70)])
  func messagesAreReplayedWhenTheyWereRecorded(_ step: Duration?) async throws {
    for fraction in [0, 0.001, 0.0004, 0.0123456] {
      try await CassetteFixtures.inFolder { file in
        let start = Date(timeIntervalSince1970: 1_700_000_000 + fraction)
        let recorded = try record(to: file, SteppedTimer(startDate: start), step: step)
        let timer = SteppedTimer()
        let replayed = run(
          RecordingTransport(cassette: file, replaysDelays: true, timer: timer), timer)
        expectEqual(recorded.count, 3)
        expectEqual(replayed, recorded)
      }
    }
  }

  @Test func theFileHasTheTimesOfMessagesInMicroseconds() async throws {
    try await CassetteFixtures.inFolder { file in
      _ = try record(to: file, SteppedTimer(startDate: Date(timeIntervalSince1970: 1_700_000_000)))
      let entry = try JSONValue(parsing: Data(contentsOf: file))["log"]["entries"][0]
      let times = (entry["_webSocketMessages"].array ?? []).prefix(3).map { $0["time"].double }
      expectEqual(times, [1_700_000_000.1, 1_700_000_000.3, 1_700_000_000.633333])
    }
  }
}

/// The times of the messages.
private final class TimedMessages: WebSocketReceiver {
  let times = Captured<Duration>()
  private let timer: SteppedTimer

  init(_ timer: SteppedTimer) { self.timer = timer }

  func receive(_ event: WebSocketTransportEvent) {
    if case .message = event { times.set(timer.now) }
  }
}
