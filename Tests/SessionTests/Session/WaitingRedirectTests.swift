import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Redirects whose next request waits for a slot.
@Suite struct WaitingRedirectTests {
  private let recorder = TraceRecorder()
  private let spans = Locked<[Trace.Span]>([])
  private let fixture: SessionFixture

  init() {
    let monitor = SpanMonitor { _ in
      0
    } end: { [spans] _, span in
      spans.update { $0.append(span) }
    }
    fixture = SessionFixture { [recorder] in
      $0.maximumConcurrentRequests = 1
      $0.monitors = [recorder, monitor]
    }
  }

  /// A redirect after a second, whose target waits five seconds for another request.
  private func wait() {
    _ = fixture.start()
    _ = fixture.start(.get, "https://example.com/other")
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    fixture.timer.advance(by: .seconds(5))
  }

  private func end() {
    fixture.tasks[1].respond(200)
    fixture.timer.advance(by: .seconds(2))
    fixture.tasks[2].respond(200)
  }

  private func request() throws -> Trace.TracedRequest { try #require(recorder.trace.requests.first) }

  @Test func theTimeOfWaitingIsNotPartOfTheExchange() throws {
    wait()
    end()
    let request = try request()
    expectEqual(request.attempts.map(\.start), [.zero, .seconds(6)])
    expectEqual(request.attempts.map(\.redirects), [0, 1])
    expectEqual(
      request.attempts.last?.phases.first, Trace.Phase(.waiting, start: .seconds(6), duration: .seconds(2)))
    expectEqual(
      request.phases.filter { $0.kind == .queued },
      [
        Trace.Phase(.queued, start: .seconds(1), duration: .seconds(5))
      ])
  }

  @Test func theHARFileHasTheTimeOfWaitingAsBlocked() throws {
    wait()
    end()
    let entries = try JSONValue(parsing: recorder.trace.har())["log"]["entries"].array ?? []
    let timings = entries.first { $0["request"]["url"] == "https://example.com/b" }?["timings"]
    expectEqual(timings?["blocked"], 5_000)
    expectEqual(timings?["wait"], 2_000)
  }

  @Test func theSpanBeginsWhenTheRequestIsSent() throws {
    wait()
    end()
    let span = try #require(spans.value.last)
    expectEqual(span.end.map { $0 - span.start }, 2_000_000_000)
    expectEqual(Set(recorder.trace.spans), Set(spans.value))
  }

  @Test func aRequestThatStillWaitsHasNoExchange() throws {
    wait()
    let request = try request()
    expectEqual(request.attempts.count, 1)
    expectEqual(request.attempts.last?.end, .seconds(1))
    #expect(request.phases.contains(Trace.Phase(.queued, start: .seconds(1), duration: nil)))
  }

  @Test func aRequestThatIsCancelledWhileItWaitsWasNotSent() throws {
    let first = fixture.start()
    _ = fixture.start(.get, "https://example.com/other")
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    fixture.timer.advance(by: .seconds(5))
    first.request.cancel()
    let request = try request()
    expectEqual(request.attempts.map { $0.response?.status }, [302])
    expectNil(request.attempts.first?.error)
    #expect(request.phases.contains(Trace.Phase(.queued, start: .zero, duration: .seconds(5))))
    expectEqual(spans.value.count, 1)
  }
}
