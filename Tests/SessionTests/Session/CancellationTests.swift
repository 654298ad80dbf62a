import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct CancellationTests {
  @Test func cancellingBeforeTheStartSendsNothing() {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/")
    request.cancel()
    let reasons = Locked<[NetworkError.Reason?]>([])
    request.response(delivery: .inline, responseSerializer: .data) { response in
      reasons.update { $0.append(response.error?.reason) }
    }
    expectEqual(reasons.value, [.cancelled])
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func cancellingDuringAnAdapterSendsNothing() {
    let pending = Locked<[TestInterceptor.Adaptation]>([])
    let fixture = SessionFixture { configuration in
      configuration.interceptors = [
        TestInterceptor(onAdapt: { request, done in pending.update { $0.append(done) } })
      ]
    }
    let started = fixture.start()
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    pending.value.first?(.success(TransportRequest(url: URL(filePath: "/"))))
    expectEqual(started.count, 1)
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func cancellingInFlightClosesTheConnectionAtOnce() {
    let fixture = SessionFixture()
    let started = fixture.start()
    started.request.cancel()
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(started.reason, .cancelled)
    expectEqual(started.request.state, .cancelled)
    started.request.cancel()
    expectEqual(started.count, 1)
    expectEqual(fixture.monitor.events, ["#1 started", "#1 sent GET 1", "#1 failed cancelled"])
  }

  @Test func cancellingWithinTheBodyKeepsTheReceivedBytes() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("half".utf8)))
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    expectEqual(started.outcome?.data, Data("half".utf8))
    expectEqual(started.outcome?.error?.attempts, 1)
  }

  @Test func cancellingDuringTheBackOffSendsNoMore() {
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onRetry: { $1(.retry(after: .seconds(1))) })]
    }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    fixture.timer.advance(by: .seconds(5))
    expectEqual(fixture.tasks.count, 1)
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func cancellingDuringARetrierSendsNoMore() {
    let pending = Locked<[TestInterceptor.Decision]>([])
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onRetry: { _, done in pending.update { $0.append(done) } })]
    }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    expectEqual(started.count, 0)
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    pending.value.first?(.retry(after: .zero))
    expectEqual(started.count, 1)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func aCancelledRequestIsNotRetried() {
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onRetry: { $1(.retry(after: .zero)) })]
    }
    let started = fixture.start()
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func aCancellationErrorOfTheTransportIsACancellation() {
    let fixture = SessionFixture {
      $0.interceptors = [TestInterceptor(onRetry: { $1(.retry(after: .zero)) })]
    }
    let started = fixture.start()
    fixture.tasks[0].send(.failed(CancellationError(), phase: .head))
    expectEqual(started.reason, .cancelled)
  }

  @Test func cancellingInACallbackStopsDelivery() {
    let progress = Locked(0)
    let fixture = SessionFixture()
    let started = fixture.start { request in
      _ = request.onHTTPResponse { [weak request] _ in request?.cancel() }
      _ = request.progress(delivery: .inline) { _ in progress.update { $0 += 1 } }
    }
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(started.reason, .cancelled)
    expectEqual(started.count, 1)
    expectEqual(progress.value, 0)
  }

  @Test func cancellingClosesTheConnectionWhileACallbackBlocks() async {
    let isCancelled = Locked(false)
    let fixture = SessionFixture()
    let started = fixture.start { request in
      _ = request.onHTTPResponse { [weak request, fixture] _ in
        // Another thread cancels; this callback returns only once the connection is closed.
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          request?.cancel()
          done.signal()
        }
        let waited = done.wait(timeout: .patience)
        isCancelled.update { $0 = waited == .success && fixture.tasks[0].isCancelled }
      }
    }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    expectTrue(isCancelled.value)
    expectEqual(started.reason, .cancelled)
  }

  @Test func cancellingAfterTheEndDoesNothing() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].respond(200, body: "hello")
    started.request.cancel()
    expectEqual(started.count, 1)
    expectEqual(started.request.state, .finished)
  }

  @Test func cancellingDuringTheResponseEndsTheRequestOnce() async {
    for _ in 0..<1000 {
      let fixture = SessionFixture()
      let started = fixture.start()
      async let answered: Void = Task.detached { fixture.tasks[0].respond(200, body: "x") }.value
      async let cancelled: Void = Task.detached { started.request.cancel() }.value
      _ = await (answered, cancelled)
      expectEqual(started.count, 1)
    }
  }

  @Test func cancellingDuringTheStartEndsTheRequestOnce() async {
    for _ in 0..<1000 {
      let fixture = SessionFixture()
      let request = fixture.session.get("https://example.com/")
      let count = Locked(0)
      async let started: Void = Task.detached {
        request.response(delivery: .inline, responseSerializer: .data) { _ in count.update { $0 += 1 } }
      }.value
      async let cancelled: Void = Task.detached { request.cancel() }.value
      _ = await (started, cancelled)
      expectEqual(count.value, 1)
    }
  }
}
