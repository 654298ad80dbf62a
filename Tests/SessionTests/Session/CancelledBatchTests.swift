import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What requests that end one after another leave to those that wait for their slots.
@Suite struct CancelledBatchTests {
  /// A test scheduler that looks like a timer of real time to a session.
  private struct RealTimer: NetworkTimer {
    let scheduler = TestScheduler()

    var now: Duration { scheduler.now }
    var date: Date { scheduler.date }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
      scheduler.schedule(after: delay, action)
    }
  }

  private let timer = RealTimer()
  private let transport = ScriptedTransport()

  private func session(_ limit: Int, perHost: Int? = nil, total: Duration? = nil) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.maximumConcurrentRequests = limit
    configuration.maximumConcurrentRequestsPerHost = perHost
    configuration.timeouts = RequestTimeouts(total: total)
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  private func start(_ count: Int, in session: NetworkSession) -> [SessionFixture.Started<Data>] {
    (0..<count).map {
      SessionFixture.Started(session.get("https://example.com/\($0)"), responseSerializer: .data)
    }
  }

  private var paths: [String] { transport.tasks.map(\.request.url.path) }

  @Test(arguments: [nil, 2]) func thoseCancelledOneAfterTheOtherAreNotSent(perHost: Int?) {
    let session = session(2, perHost: perHost)
    let started = start(200, in: session)
    for one in started { one.request.cancel() }
    timer.scheduler.advance(by: .seconds(1))
    #expect(paths == ["/0", "/1"])
    #expect(started.map(\.reason) == Array(repeating: .cancelled, count: 200))
  }

  @Test func aCancellationThatTakesLongerThanAPauseSendsNothing() {
    let session = session(2)
    for (number, one) in start(40, in: session).enumerated() {
      one.request.cancel()
      if number % 8 == 7 { timer.scheduler.advance(by: .milliseconds(5)) }
    }
    timer.scheduler.advance(by: .seconds(1))
    #expect(paths == ["/0", "/1"])
  }

  @Test func thoseWithACommonDeadlineAreNotSentWhenItIsOver() {
    let session = session(2, total: .seconds(5))
    let started = start(50, in: session)
    timer.scheduler.advance(by: .seconds(6))
    #expect(paths == ["/0", "/1"])
    #expect(started.map(\.reason) == Array(repeating: .timeout(.total), count: 50))
  }

  @Test func theSlotOfASingleRequestPassesOnAfterAPause() {
    let session = session(1)
    let started = start(2, in: session)
    started[0].request.cancel()
    timer.scheduler.advance(by: .milliseconds(4))
    #expect(paths == ["/0"])
    timer.scheduler.advance(by: .milliseconds(1))
    #expect(paths == ["/0", "/1"])
  }

  @Test func withoutAWaitingRequestASlotIsFreeAtOnce() {
    let session = session(1)
    start(1, in: session)[0].request.cancel()
    _ = start(1, in: session)
    #expect(paths == ["/0", "/0"])
  }

  @Test func slotsAreNotKeptForEver() {
    let session = session(1)
    let started = start(200, in: session)
    started[0].request.cancel()
    for one in started[2..<46] {
      one.request.cancel()
      timer.scheduler.advance(by: .milliseconds(1))
    }
    #expect(paths == ["/0"])
    started[46].request.cancel()
    timer.scheduler.advance(by: .milliseconds(1))
    #expect(paths == ["/0", "/1"])
  }

  @Test func cancellingAllLeavesTheSlotsFree() {
    let session = session(2)
    _ = start(10, in: session)
    session.cancelAll()
    _ = start(2, in: session)
    #expect(paths == ["/0", "/1", "/0", "/1"])
  }
}
