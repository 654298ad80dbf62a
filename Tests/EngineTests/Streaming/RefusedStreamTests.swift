import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A rejected response whose body would be streamed: its beginning is kept, and nobody waits for the rest.
@Suite struct RefusedStreamTests {
  private let fixture = SessionFixture()
  private let consumer = ScriptedConsumer(takesAtOnce: true)

  private func streamOfEvents() -> SessionFixture.Started<Void> {
    fixture.stream(to: consumer) { $0.configure { $0.headers["Accept"] = "text/event-stream" } }
  }

  @Test func theBodyOfARejectedResponseIsKeptForFiveSeconds() {
    let started = fixture.stream(to: consumer)
    fixture.tasks[0].begin(404)
    for _ in 0..<4 {
      fixture.timer.advance(by: .seconds(1))
      fixture.tasks[0].give("a")
    }
    expectEqual(started.count, 0)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(started.reason, .validation(.statusCode(404)))
    expectEqual(started.text, "aaaa")
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(fixture.timer.pendingCount, 0)
    expectTrue(consumer.log.isEmpty)
  }

  @Test func aRejectedResponseThatIsSilentFailsWithItsStatus() {
    let started = fixture.stream(to: consumer) { $0.timeout(idle: .seconds(2)) }
    fixture.tasks[0].begin(404)
    fixture.tasks[0].give("no")
    fixture.timer.advance(by: .seconds(2))
    expectEqual(started.reason, .validation(.statusCode(404)))
    expectEqual(started.text, "no")
  }

  @Test func aRejectedResponseThatIsLostFailsWithItsStatus() {
    let started = fixture.stream(to: consumer)
    fixture.tasks[0].begin(404)
    fixture.tasks[0].give("no")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(started.reason, .validation(.statusCode(404)))
    expectEqual(started.text, "no")
  }

  @Test func aRejectedTypeFailsAfterFiveSeconds() {
    let started = streamOfEvents()
    fixture.tasks[0].begin(headers: ["Content-Type": "text/html"])
    fixture.tasks[0].give("<p>")
    fixture.timer.advance(by: .seconds(5))
    expectEqual(started.reason, .validation(.contentType("text/html", acceptable: ["text/event-stream"])))
    expectEqual(started.text, "<p>")
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func aRejectedTypeWithoutABodyFailsAfterFiveSeconds() {
    let started = streamOfEvents()
    fixture.tasks[0].begin(headers: ["Content-Type": "text/html"])
    fixture.timer.advance(by: .seconds(5))
    expectEqual(started.reason, .validation(.contentType("text/html", acceptable: ["text/event-stream"])))
    #expect(fixture.tasks[0].isCancelled)
  }

  @Test func anEmptyBodyNeedsNoType() {
    let started = streamOfEvents()
    fixture.tasks[0].begin(headers: ["Content-Type": "text/html"])
    fixture.tasks[0].finish()
    expectNil(started.outcome?.error)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func anAcceptedResponseMayTakeLongerThanARefusedOne() {
    let started = fixture.stream(to: consumer)
    fixture.tasks[0].begin()
    fixture.timer.advance(by: .seconds(6))
    fixture.tasks[0].give("a")
    fixture.tasks[0].finish()
    expectNil(started.outcome?.error)
    expectEqual(consumer.log, ["head 200", "a"])
  }

  @Test func anEventStreamThatIsRefusedSlowlyEndsWithItsStatus() {
    let ends = Captured<NetworkError>()
    let source = EventSource(RequestDescription("https://example.com/feed"), network: fixture.session)
    source.open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ends.set(error) }
    }
    fixture.tasks[0].begin(404)
    fixture.tasks[0].give("no")
    fixture.timer.advance(by: .seconds(5))
    expectEqual(ends.value?.reason, .validation(.statusCode(404)))
    expectEqual(ends.value?.data, Data("no".utf8))
    fixture.timer.advance(by: .seconds(3_600))
    expectEqual(fixture.tasks.count, 1)
  }

  /// An event stream whose request accepts other types, or all.
  enum Acceptance: CaseIterable, Sendable {
    case all, anyType, wildcard, another

    var description: RequestDescription {
      var description = RequestDescription("https://example.com/feed")
      switch self {
      case .all: description.validation = .none
      case .anyType: description.validation.contentType = .any
      case .wildcard: description.headers["Accept"] = "*/*"
      case .another: description.validation.contentType = .only(["text/html"])
      }
      return description
    }
  }

  @Test(arguments: Acceptance.allCases, [nil, "<p>"])
  func anEventStreamOfAnotherTypeEndsAfterFiveSeconds(_ acceptance: Acceptance, _ body: String?) {
    let ends = Captured<NetworkError>()
    let source = EventSource(acceptance.description, network: fixture.session)
    source.open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ends.set(error) }
    }
    fixture.tasks[0].begin(headers: ["Content-Type": "text/html"])
    if let body { fixture.tasks[0].give(body) }
    fixture.timer.advance(by: .seconds(5))
    expectEqual(
      ends.values.map(\.reason), [.validation(.contentType("text/html", acceptable: ["text/event-stream"]))])
    expectEqual(ends.value?.data.map { String(decoding: $0, as: UTF8.self) } ?? "", body ?? "")
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func anEventStreamWhoseRefusalIsLostDoesNotReconnect() {
    let ends = Captured<NetworkError>()
    let source = EventSource(RequestDescription("https://example.com/feed"), network: fixture.session)
    source.open(delivery: .inline) { update in
      if case .ended(.failure(let error)) = update { ends.set(error) }
    }
    fixture.tasks[0].begin(404)
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(ends.value?.reason, .validation(.statusCode(404)))
  }
}
