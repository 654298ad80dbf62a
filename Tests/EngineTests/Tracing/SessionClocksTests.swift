import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

@Suite struct SessionClocksTests {
  private var log = TraceLog(limits: TraceRecorder.Limits(requests: 10))
  private let clock = TraceLog.Clock(redaction: .standard)

  private mutating func begin(_ number: Int, in session: Int, at time: Duration = .zero) {
    let key = TraceLog.RequestKey(session: session, number: number)
    log.begin(key, RequestDescription("https://h.io"), at: TraceLog.Moment(time: time, epoch: 0))
  }

  /// Adds sessions that end, each with this many requests; returns their numbers.
  private mutating func end(_ count: Int, requests: Int = 0) -> [Int] {
    (0..<count).map { _ in
      let session = log.add(clock)
      for number in 0..<requests { begin(number, in: session) }
      log.end(session: session)
      return session
    }
  }

  @Test mutating func clocksOfEndedSessionsAreDropped() {
    let sessions = end(1_000)
    expectEqual(sessions, Array(1...1_000))
    #expect(sessions.count { log.clocks[$0] != nil } < 32)
    expectNotNil(log.clocks.first)
  }

  @Test mutating func aClockIsKeptWhileARequestRefersToIt() {
    let sessions = end(1_000, requests: 1)
    #expect(sessions.suffix(10).allSatisfy { log.clocks[$0] != nil })
    #expect(sessions.count { log.clocks[$0] != nil } < 64)
  }

  @Test mutating func aClockIsKeptUntilItsSessionEnds() {
    let running = log.add(clock)
    let other = log.add(clock)
    _ = end(1_000)
    log.clear()
    expectNotNil(log.clocks[running])
    expectNotNil(log.clocks[other])
  }

  @Test mutating func clearingDropsTheClocksOfEndedSessions() {
    let sessions = end(15, requests: 1)
    log.clear()
    expectEqual(sessions.filter { log.clocks[$0] != nil }, [1])
  }

  // Its requests are timed by the epoch that was read last, whichever session read it.
  @Test mutating func aRequestOfADroppedSessionHasItsTime() {
    let session = log.add(clock)
    _ = end(1_000)
    log.end(session: 2)
    begin(1, in: 2, at: .seconds(1))
    begin(2, in: session, at: .seconds(2))
    expectEqual(log.entries().map(\.start), [.seconds(1), .seconds(2)])
    expectEqual(log.entries().map(\.epoch), [0, 0])
  }
}
