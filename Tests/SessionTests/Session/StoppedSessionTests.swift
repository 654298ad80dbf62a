import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Timeouts of a process that was stopped: the timers are due before the transport has read what arrived meanwhile.
@Suite struct StoppedSessionTests {
  private let timer = SteppedTimer()
  private let transport = ScriptedTransport { _ in }

  private func start(_ timeouts: RequestTimeouts) -> SessionFixture.Started<Data> {
    var configuration = SessionConfiguration()
    configuration.timeouts = timeouts
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    return SessionFixture.Started(session.get("https://h.io/a"), responseSerializer: .data)
  }

  private var task: ScriptedTask { transport.tasks[0] }

  private func finish() {
    task.send(.body(Data("a".utf8)))
    task.send(.finished(TransportTimings()))
  }

  @Test(arguments: [Duration.milliseconds(500), .seconds(3_600)])
  func bytesThatArrivedWhileItWasStoppedArePassedOnBeforeTheIdleTimeout(_ stop: Duration) {
    let started = start(RequestTimeouts(idle: .seconds(1)))
    task.send(.head(ResponseHead(status: 200)))
    timer.advance(by: .milliseconds(900))
    timer.stop(for: stop)
    timer.advance(by: .milliseconds(100))
    expectEqual(started.count, 0)
    finish()
    expectEqual(started.text, "a")
  }

  @Test func aStopLongBeforeTheTimeoutIsNotCountedEither() {
    let started = start(RequestTimeouts(idle: .seconds(10)))
    task.send(.head(ResponseHead(status: 200)))
    timer.advance(by: .seconds(6))
    task.send(.body(Data("b".utf8)))
    timer.stop(for: .seconds(6))
    timer.advance(by: .seconds(4))
    expectEqual(started.count, 0)
    finish()
    expectEqual(started.text, "ba")
  }

  @Test func silenceAfterAStopEndsTheRequest() {
    let started = start(RequestTimeouts(idle: .seconds(1)))
    timer.stop(for: .seconds(60))
    timer.advance(by: .seconds(1))
    expectEqual(started.count, 0)
    timer.advance(by: .seconds(1))
    expectEqual(started.reason, .timeout(.idle))
  }

  @Test func aTimerThatIsAlwaysLateEndsTheRequest() {
    let started = start(RequestTimeouts(idle: .seconds(1)))
    for _ in 0..<3 {
      timer.stop(for: .seconds(60))
      timer.advance(by: .seconds(1))
    }
    expectEqual(started.reason, .timeout(.idle))
  }

  @Test func anEventAfterAStopStartsTheIdleTimeoutAgain() {
    let started = start(RequestTimeouts(idle: .seconds(1)))
    timer.stop(for: .seconds(60))
    timer.advance(by: .seconds(1))
    task.send(.head(ResponseHead(status: 200)))
    timer.advance(by: .milliseconds(999))
    expectEqual(started.count, 0)
    timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.idle))
  }

  @Test func aTimerThatIsALittleLateEndsTheRequestAtOnce() {
    let started = start(RequestTimeouts(idle: .seconds(1)))
    timer.stop(for: .milliseconds(90))
    timer.advance(by: .seconds(1))
    expectEqual(started.reason, .timeout(.idle))
  }

  @Test func aConnectionThatWasOpenedWhileItWasStoppedIsUsed() {
    let started = start(RequestTimeouts(idle: nil, connect: .seconds(1)))
    timer.stop(for: .seconds(60))
    timer.advance(by: .seconds(1))
    expectEqual(started.count, 0)
    task.send(.head(ResponseHead(status: 200)))
    timer.advance(by: .seconds(1))
    finish()
    expectEqual(started.text, "a")
  }

  @Test func aConnectionThatWasNotOpenedEndsAtItsTimeout() {
    let started = start(RequestTimeouts(idle: nil, connect: .seconds(1)))
    timer.stop(for: .seconds(60))
    timer.advance(by: .seconds(1))
    timer.advance(by: .seconds(1))
    expectEqual(started.reason, .timeout(.connect))
  }
}
