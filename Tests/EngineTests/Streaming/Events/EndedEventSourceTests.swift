import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The events that are left in a chunk when the connection is ended at once.
@Suite struct EndedEventSourceTests {
  private let fixture = SessionFixture {
    $0.timeouts.total = .seconds(5)
  }
  private let updates = Captured<String>()

  /// Opens a source, receives a chunk with three events, and calls the closure with the first.
  private func open(
    _ reconnection: EventReconnection = EventReconnection(), onFirst action: @escaping @Sendable () -> Void
  ) -> EventSource {
    let source = EventSource(
      RequestDescription("https://example.com/feed"), network: fixture.session, reconnection: reconnection)
    source.open(delivery: .inline) { [updates] update in
      switch update {
      case .opened: break
      case .event(let event):
        updates.set(event.data)
        if event.data == "a" { action() }
      case .reconnecting(_, let error): updates.set("again, \(error?.reason, default: "-")")
      case .ended(let result): updates.set("\(result.failure?.reason, default: "ended")")
      }
    }
    give("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: c\n\nid: 4\n\n", to: 0)
    return source
  }

  private func give(_ events: String, to task: Int) {
    fixture.tasks[task].begin(headers: ["Content-Type": "text/event-stream"])
    fixture.tasks[task].give(events)
  }

  @Test func noEventFollowsCancelAll() {
    let source = open { [session = fixture.session] in session.cancelAll() }
    expectEqual(updates.values, ["a", "cancelled"])
    expectEqual(source.lastEventID, "1")
  }

  @Test func noEventFollowsTheTotalTimeout() {
    let source = open(EventReconnection(maximumRetries: 0)) { [timer = fixture.timer] in
      timer.advance(by: .seconds(6))
    }
    expectEqual(updates.values, ["a", "timeout(Net.TimeoutKind.total)"])
    expectEqual(source.lastEventID, "1")
  }

  @Test func theNextConnectionContinuesAfterTheLastEventThatWasDelivered() {
    let source = open { [timer = fixture.timer] in timer.advance(by: .seconds(6)) }
    fixture.timer.advance(by: .seconds(3))
    expectEqual(fixture.tasks.count, 2)
    expectEqual(fixture.tasks.last?.request.headers["Last-Event-ID"], "1")
    give("id: 2\ndata: b\n\n", to: 1)
    expectEqual(updates.values, ["a", "again, timeout(Net.TimeoutKind.total)", "b"])
    expectEqual(source.lastEventID, "2")
    source.close()
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
