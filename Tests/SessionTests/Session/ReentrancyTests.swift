import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// No lock is held while a caller's code runs or a caller's values are released.
@Suite struct ReentrancyTests {
  /// Calls a closure when it is released.
  private final class ReleaseAction: Sendable, Error {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
  }

  private func cancelOnRelease(of request: any NetworkRequesting, count: Locked<Int>) -> ReleaseAction {
    ReleaseAction { [weak request] in
      request?.cancel()
      count.update { $0 += 1 }
    }
  }

  @Test func handlersReleasedAtTheEndMayCallTheRequest() {
    let fixture = SessionFixture()
    let count = Locked(0)
    let started = fixture.start { request in
      let head = cancelOnRelease(of: request, count: count)
      let progress = cancelOnRelease(of: request, count: count)
      _ = request.onHTTPResponse { _ in _ = head }
      _ = request.progress(delivery: .inline) { _ in _ = progress }
    }
    fixture.tasks[0].respond(200, body: "x")
    expectEqual(count.value, 2)
    expectEqual(started.text, "x")
  }

  @Test func cancellingBeforeTheStartReleasesTheHandlers() {
    let fixture = SessionFixture()
    let count = Locked(0)
    let request = fixture.session.get("https://example.com/")
    do {
      let releaseAction = cancelOnRelease(of: request, count: count)
      _ = request.onHTTPResponse { _ in _ = releaseAction }
    }
    request.cancel()
    expectEqual(count.value, 1)
    expectEqual(request.state, .cancelled)
  }

  @Test func aConfigureClosureMayReadTheRequest() {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/")
    let states = Locked<[RequestState]>([])
    _ = request.configure {
      states.update { $0.append(request.state) }
      $0.validation.statusCode = .any
    }
    expectEqual(states.value, [.ready])
    expectEqual(request.requestDescription.validation.statusCode, .any)
  }

  @Test func nestedConfigureCallsBothApply() {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/")
    _ = request.configure {
      if request.requestDescription.validation.contentType == nil {
        _ = request.validate(contentType: ["a/b"])
      }
      $0.validation.statusCode = .any
    }
    expectEqual(request.requestDescription.validation.statusCode, .any)
    expectEqual(request.requestDescription.validation.contentType, .only(["a/b"]))
  }

  @Test func anErrorReplacedByARetrierMayCallTheRequest() {
    let decision = Locked<TestInterceptor.Decision?>(nil)
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onRetry: { _, done in decision.update { $0 = done } })]
    }
    let count = Locked(0)
    let started = fixture.start()
    do {
      fixture.tasks[0].send(.failed(cancelOnRelease(of: started.request, count: count), phase: .head))
    }
    expectEqual(count.value, 0)
    decision.value?(.fail(Broken()))
    expectEqual(count.value, 1)
    expectEqual(started.reason, .interceptor)
  }

  /// A chunk whose release cancels the request.
  private func cancellingChunk(_ request: any NetworkRequesting, _ count: Locked<Int>) -> TransportEvent {
    let action = cancelOnRelease(of: request, count: count)
    return .body(.reporting { _ = action })
  }

  @Test func aFirstChunkThatTheSecondReplacesMayCallTheRequest() {
    let fixture = SessionFixture()
    let started = fixture.start()
    let count = Locked(0)
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(cancellingChunk(started.request, count))
    expectEqual(count.value, 0)
    fixture.tasks[0].send(.body(Data("x".utf8)))
    expectEqual(count.value, 1)
    expectEqual(started.reason, .cancelled)
  }

  @Test func theChunksThatWaitForARedirectMayCallTheRequest() {
    let fixture = SessionFixture()
    let count = Locked(0)
    let started = fixture.start { request in
      _ = request.redirects(
        .modify { [weak request] _, next in
          // The transport does not wait for the closure.
          guard let request, let task = fixture.tasks.first else { return next }
          task.send(cancellingChunk(request, count))
          return next
        })
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "/b"])))
    expectEqual(count.value, 1)
    expectEqual(started.reason, .cancelled)
  }

  @Test func theBodyOfAFormerAttemptMayCallTheRequest() {
    let fixture = SessionFixture {
      $0.interceptors = [RetryPolicy(base: .seconds(1))]
    }
    let started = fixture.start()
    let count = Locked(0)
    fixture.tasks[0].send(.head(ResponseHead(status: 503)))
    fixture.tasks[0].send(cancellingChunk(started.request, count))
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(count.value, 0)
    fixture.timer.advance(by: .seconds(10))
    expectEqual(count.value, 1)
    expectEqual(started.reason, .cancelled)
  }

  @Test func aTaskReleasedAtItsEndMayCallTheRequest() {
    let count = Locked(0)
    let transport = ReleaseReportingTransport { count.update { $0 += 1 } }
    let session = NetworkSession(transport: transport)
    let request = session.get("https://example.com/")
    transport.onRelease.update { $0 = { [weak request] in _ = request?.response } }
    let outcomes = Locked(0)
    request.response(delivery: .inline, responseSerializer: .data) { _ in outcomes.update { $0 += 1 } }
    transport.respond()
    expectEqual(outcomes.value, 1)
    expectEqual(count.value, 1)
  }
}

/// A transport whose task is kept only by the session and reports its release.
private final class ReleaseReportingTransport: Transport {
  let onRelease = Locked<@Sendable () -> Void>({})
  private let receiver = Locked<(any TransportReceiver)?>(nil)
  private let released: @Sendable () -> Void

  init(released: @escaping @Sendable () -> Void) { self.released = released }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    self.receiver.update { $0 = receiver }
    return ReleaseReportingTask { [self] in
      onRelease.value()
      released()
    }
  }

  func respond() {
    let receiver = receiver.update { receiver in
      defer { receiver = nil }
      return receiver
    }
    receiver?.receive(.head(ResponseHead(status: 200)))
    receiver?.receive(.finished(TransportTimings()))
  }
}

private final class ReleaseReportingTask: TransportTask {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }

  func resume() {}
  func pause() {}
  func proceed() {}
  func cancel() {}
}
