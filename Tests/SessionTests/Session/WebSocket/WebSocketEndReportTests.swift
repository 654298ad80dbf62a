import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What monitors see of the end of a WebSocket, however it ends: a close code, which is 1006 without a close frame
/// (RFC 6455 section 7.1.5).
@Suite struct WebSocketEndReportTests {
  private let log = Locked<[String]>([])
  private let recorder = TraceRecorder()
  private let fixture: WebSocketFixture

  init() {
    fixture = WebSocketFixture { [log, recorder] in $0.monitors = [WebSocketMonitor(log: log), recorder] }
  }

  private var ends: [String] { log.value.filter { $0.hasPrefix("closed") } }
  private static let abnormal = ["closed(code: 1006, reason: \"\")"]

  @Test func aLostConnectionIsClosedAbnormally() async throws {
    let (connection, task) = try await fixture.connect()
    expectTrue(ends.isEmpty)
    task.send(.failed(Broken(), phase: .body))
    expectEqual(ends, Self.abnormal)
    withExtendedLifetime(connection) {}
  }

  @Test func aCancelledConnectionIsClosedAbnormally() async throws {
    let (connection, _) = try await fixture.connect()
    connection.cancel()
    connection.cancel()
    expectEqual(ends, Self.abnormal)
  }

  @Test func aConnectionOfACancelledSessionIsClosedAbnormally() async throws {
    let (connection, _) = try await fixture.connect()
    fixture.session.cancelAll()
    expectEqual(ends, Self.abnormal)
    withExtendedLifetime(connection) {}
  }

  @Test func aConnectionWithoutAPongIsClosedAbnormally() async throws {
    let (connection, _) = try await fixture.connect { $0.pingInterval = .seconds(1) }
    fixture.timer.advance(by: .seconds(600))
    expectEqual(ends, Self.abnormal)
    withExtendedLifetime(connection) {}
  }

  @Test func aCloseFrameThatDoesNotComeIsAnAbnormalClosure() async throws {
    let (connection, _) = try await fixture.connect()
    connection.close { _ in }
    fixture.timer.advance(by: .seconds(600))
    expectEqual(ends, Self.abnormal)
  }

  @Test func aCloseFrameKeepsItsCode() async throws {
    let (connection, task) = try await fixture.connect()
    task.send(.closed(WebSocketClosure(code: .goingAway, reason: "bye")))
    expectEqual(ends, ["closed(code: 1001, reason: \"bye\")"])
    withExtendedLifetime(connection) {}
  }

  @Test func theTraceHasTheAbnormalClosure() async throws {
    let (connection, task) = try await fixture.connect()
    task.send(.failed(Broken(), phase: .body))
    expectEqual(recorder.trace.requests.first?.notes.last?.text, "closed, 1006")
    withExtendedLifetime(connection) {}
  }
}
