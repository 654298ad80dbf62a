import Dispatch
import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Closures of a request that would be called after a cancellation, or after the total timeout.
@Suite struct CancelledHandlersTests {
  private let called = Captured<String>()
  private let request = Locked<(any NetworkRequesting)?>(nil)

  /// Configures and starts a request that is kept until the test has ended.
  private func start(
    _ fixture: SessionFixture, content: RequestContent? = nil,
    _ configure: (any NetworkRequesting) -> any NetworkRequesting
  ) -> SessionFixture.Started<Data> {
    fixture.start(.post, content: content) { [request] new in
      request.update { $0 = new }
      return configure(new)
    }
  }

  private func cancel() { request.update { $0.take() }?.cancel() }

  @Test func theSecondHandlerOfAHeadIsNotCalled() {
    let fixture = SessionFixture()
    let started = start(fixture) {
      $0.onHTTPResponse { _ in
        called.set("first")
        cancel()
      }.onHTTPResponse { _ in called.set("second") }
    }
    fixture.tasks[0].respond(200)
    expectEqual(started.reason, .cancelled)
    expectEqual(called.values, ["first"])
  }

  @Test func theSecondHandlerOfProgressIsNotCalled() {
    let fixture = SessionFixture()
    let started = start(fixture) {
      $0.progress(delivery: .inline) { _ in
        called.set("first")
        cancel()
      }.progress(delivery: .inline) { _ in called.set("second") }
    }
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(started.reason, .cancelled)
    expectEqual(called.values, ["first"])
  }

  @Test func theSecondHandlerOfUploadProgressIsNotCalled() {
    let fixture = SessionFixture()
    let started = start(fixture, content: .data(Data("hello".utf8), contentType: nil)) {
      $0.uploadProgress(delivery: .inline) { _ in
        called.set("first")
        cancel()
      }.uploadProgress(delivery: .inline) { _ in called.set("second") }
    }
    fixture.tasks[0].send(.sent(bytes: 2))
    expectEqual(started.reason, .cancelled)
    expectEqual(called.values, ["first"])
  }

  @Test func noHandlerIsCalledIfAMonitorCancels() {
    let monitor = ProgressMonitor(action: cancel)
    let fixture = SessionFixture { $0.monitors = [monitor] }
    let started = start(fixture) { $0.progress(delivery: .inline) { _ in called.set("progress") } }
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(started.reason, .cancelled)
    expectEqual(called.values, [])
  }

  @Test func noProgressIsDeliveredThatWaitsForItsQueue() {
    let fixture = SessionFixture()
    let queue = DispatchQueue(label: "progress")
    let started = start(fixture, content: .data(Data("hello".utf8), contentType: nil)) {
      $0.progress(queue: queue) { _ in called.set("progress") }
        .uploadProgress(queue: queue) { _ in called.set("upload") }
    }
    queue.sync {
      fixture.tasks[0].send(.sent(bytes: 2))
      fixture.tasks[0].begin()
      fixture.tasks[0].give("hello")
      cancel()
    }
    queue.sync {}
    expectEqual(started.reason, .cancelled)
    expectEqual(called.values, [])
  }

  @Test func noProgressIsDeliveredAfterTheTotalTimeout() {
    let fixture = SessionFixture { $0.timeouts.total = .seconds(5) }
    let queue = DispatchQueue(label: "progress")
    let started = start(fixture) { $0.progress(queue: queue) { _ in called.set("progress") } }
    queue.sync {
      fixture.tasks[0].begin()
      fixture.tasks[0].give("hello")
      fixture.timer.advance(by: .seconds(6))
    }
    queue.sync {}
    expectEqual(started.reason, .timeout(.total))
    expectEqual(called.values, [])
  }

  @Test func progressThatWaitsForItsQueueIsDeliveredAfterTheEnd() {
    let fixture = SessionFixture()
    let queue = DispatchQueue(label: "progress")
    let started = start(fixture) { $0.progress(queue: queue) { _ in called.set("progress") } }
    queue.sync { fixture.tasks[0].respond(200, body: "hello") }
    queue.sync {}
    expectEqual(started.text, "hello")
    expectEqual(called.values, ["progress"])
  }

  @Test func theSecondRuleOfAValidationIsNotAsked() {
    let fixture = SessionFixture()
    let started = start(fixture) {
      $0.validate { _ in
        called.set("first")
        cancel()
      }.validate { _ in called.set("second") }
    }
    fixture.tasks[0].respond(200)
    expectEqual(started.reason, .cancelled)
    expectEqual(called.values, ["first"])
  }

  @Test func noHeadFollowsARuleThatCancels() {
    let fixture = SessionFixture()
    let new = fixture.session.get("https://example.com/a").validate { _ in cancel() }
    request.update { $0 = new }
    new.responseStream(delivery: .inline) { event in
      switch event {
      case .head: called.set("head")
      case .chunk: called.set("chunk")
      case .complete(let response): called.set("\(response.error?.reason, default: "complete")")
      }
    }
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(called.values, ["cancelled"])
  }
}

/// Calls a closure when progress is reported.
private struct ProgressMonitor: EventMonitor {
  let action: @Sendable () -> Void

  func request(_ id: RequestID, did event: RequestEvent) {
    if case .receivedBody = event { action() }
  }
}
