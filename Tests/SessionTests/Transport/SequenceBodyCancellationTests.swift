import Dispatch
import Foundation
import NetTesting
import TestSupport
import XCTest

@testable import Net

/// How asynchronous sequences end whose requests have ended, over real connections on this machine.
final class SequenceBodyCancellationTests: TransportTestCase {
  private func start(_ stream: BodyStream, _ url: URL, _ log: EventLog) -> any TransportTask {
    let task = transport.task(
      for: TransportRequest(
        method: .post, url: url, headers: ["Content-Type": "a/b"], body: .stream(stream)),
      receiver: log)
    task.resume()
    return task
  }

  /// Starts a request whose body waits, and waits until it was opened.
  ///
  /// It gives no element: a task that is cancelled ends at the next one that it writes, of which the stream is not
  /// told.
  private func startWaiting(
    count: Int64? = nil, _ url: URL, _ log: EventLog
  ) async -> (task: any TransportTask, watched: WatchedStream) {
    let (watched, begun) = (WatchedStream(), Gate())
    let stream = BodyStream(
      count: count,
      sequence: {
        begun.open()
        return watched.stream
      })
    let task = start(stream, url, log)
    await begun.wait()
    return (task, watched)
  }

  func testCancellingCancelsASequenceThatWaits() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for count in [nil, 0, 100] as [Int64?] {
        let log = EventLog()
        let (task, watched) = await startWaiting(count: count, try server.url(), log)
        task.cancel()
        let wasCancelled = await watched.wasCancelled()
        XCTAssertTrue(wasCancelled)
        await fulfillment(of: [log.ended], timeout: .patience)
        XCTAssertEqual(log.summary, ["cancelled"])
      }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testCancellingWhileTheTaskIsPausedCancelsTheSequence() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = EventLog()
      let (task, watched) = await startWaiting(try server.url(), log)
      task.pause()
      task.cancel()
      let wasCancelled = await watched.wasCancelled()
      XCTAssertTrue(wasCancelled)
      await fulfillment(of: [log.ended], timeout: .patience)
    }
  }

  func testNobodyWaitsForASequenceThatIgnoresItsCancellation() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let (gate, begun, log) = (Gate(), Gate(), EventLog())
      let sequence = PatternSequence(count: 200_000) { offset in
        guard offset > 0 else { return }
        begun.open()
        await gate.wait()
      }
      let task = start(BodyStream(sequence), try server.url(), log)
      await begun.wait()
      task.cancel()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["cancelled"])
      gate.open()
    }
  }

  func testATimeoutCancelsTheSequence() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for isIdle in [true, false] {
        let timer = TestScheduler()
        let (watched, begun) = (WatchedStream(), Gate())
        let stream = BodyStream(sequence: {
          begun.open()
          return watched.stream
        })
        let network = NetworkSession(transport: transport, timer: timer)
        let request = network.post(try server.url(), stream: stream)
          .timeout(idle: isIdle ? .seconds(5) : nil, total: isIdle ? nil : .seconds(5))
        async let response = request.response(.data)
        await begun.wait()
        timer.advance(by: .seconds(100))
        let wasCancelled = await watched.wasCancelled()
        XCTAssertTrue(wasCancelled)
        let reason = await response.error?.reason
        XCTAssertEqual(reason, .timeout(isIdle ? .idle : .total))
      }
    }
  }

  /// URLSession sends nothing before the sequence has ended.
  func testARefusalCancelsASequenceThatWaits() async throws {
    try await overEach {
      guard tested != .urlSession else { return }
      let refusals = [StubResponse.status(413), .text("no").status(413), .stream(["n", "o"]).status(413)]
      for early in refusals {
        let server = MockServer(afterEach: self)
        server.stub(.put("/a"), with: early.beforeBody())
        try server.start()
        let (watched, opened) = (WatchedStream(), Locked(false))
        let stream = BodyStream(
          isRepeatable: false,
          sequence: {
            opened.update { $0 = true }
            return watched.stream
          })
        let response = await session.put(server.baseURL.appending(path: "a"), stream: stream)
          .response(.string)
        XCTAssertEqual(response.error?.reason, .validation(.statusCode(413)))
        // A response that arrives before the task runs leaves nothing to cancel.
        let wasCancelled = opened.value ? await watched.wasCancelled() : true
        XCTAssertTrue(wasCancelled)
      }
    }
  }

  func testARedirectCancelsASequenceThatWaits() async throws {
    try await overEach {
      guard tested != .urlSession else { return }
      for isRepeatable in [true, false] {
        let server = MockServer(afterEach: self)
        server.stub(.put("/a"), with: StubResponse.redirect(to: "/b", status: 307).beforeBody())
        if isRepeatable { server.stub(.put("/b"), with: .text("there")) }
        try server.start()
        let (watched, opened) = (WatchedStream(), Locked(false))
        let stream = BodyStream(
          isRepeatable: isRepeatable,
          sequence: { () -> AsyncStream<Data> in
            // The redirect may arrive before the task of the first reading runs.
            guard server.requests.isEmpty else { return AsyncStream { $0.finish() } }
            opened.update { $0 = true }
            return watched.stream
          })
        let response = await session.put(server.baseURL.appending(path: "a"), stream: stream)
          .response(.string)
        XCTAssertEqual(response.value, isRepeatable ? "there" : nil)
        XCTAssertEqual(response.error?.reason, isRepeatable ? nil : .redirect(.bodyNotRepeatable))
        let wasCancelled = opened.value ? await watched.wasCancelled() : true
        XCTAssertTrue(wasCancelled)
      }
    }
  }

  func testARefusalEndsARequestWhoseReaderWaits() async throws {
    try await overEach {
      guard tested != .urlSession else { return }
      let server = MockServer(afterEach: self)
      server.stub(.put("/a"), with: StubResponse.status(413).beforeBody())
      try server.start()
      let goesOn = DispatchSemaphore(value: 0)
      let stream = BodyStream {
        PatternReader(count: 200_000) { if $0 > 0 { _ = goesOn.wait(timeout: .patience) } }
      }
      let response = await session.put(server.baseURL.appending(path: "a"), stream: stream).response(.string)
      XCTAssertEqual(response.error?.reason, .validation(.statusCode(413)))
      for _ in 0..<10 { goesOn.signal() }
    }
  }

  #if os(Linux)
    func testSequencesThatWaitHoldNoThreads() async throws {
      try await overEach {
        let server = try LoopbackServer { _ in [.respond("200 OK")] }
        var started: [(task: any TransportTask, watched: WatchedStream, log: EventLog)] = []
        let before = ProcessFigures.threads
        for _ in 0..<200 {
          let log = EventLog()
          // Declared as empty, so that it is read before a connection is open: the server has a thread for
          // each connection.
          let (task, watched) = await startWaiting(count: 0, try server.url(), log)
          started.append((task, watched, log))
        }
        XCTAssertLessThan(ProcessFigures.threads - before, 100)
        for (task, watched, log) in started {
          task.cancel()
          _ = await watched.wasCancelled()
          await fulfillment(of: [log.ended], timeout: .patience)
        }
      }
    }
  #endif
}
