import Dispatch
import Foundation
import NetTesting
import TestSupport
import XCTest

@testable import Net

/// Bodies that are asynchronous sequences, over real connections on this machine.
final class SequenceBodyTests: TransportTestCase {
  private struct Broken: Error {}

  private func start(_ stream: BodyStream, _ url: URL, _ log: EventLog) -> any TransportTask {
    let task = transport.task(
      for: TransportRequest(
        method: .post, url: url, headers: ["Content-Type": "a/b"], body: .stream(stream)),
      receiver: log)
    task.resume()
    return task
  }

  private func send(_ stream: BodyStream, to server: LoopbackServer) async throws -> EventLog {
    let log = EventLog()
    _ = start(stream, try server.url(), log)
    await fulfillment(of: [log.ended], timeout: .patience)
    return log
  }

  private func expectArrival(of count: Int, _ stream: BodyStream, line: UInt = #line) async throws {
    let check = PatternCheck()
    let server = try LoopbackServer(consume: check.take) { _ in [.respond("200 OK")] }
    let log = try await send(stream, to: server)
    XCTAssertEqual(log.summary, ["head 200", "finished"], line: line)
    XCTAssertEqual(check.count, count, line: line)
    XCTAssertNil(check.mismatch, line: line)
    let request = try XCTUnwrap(server.requests.first)
    // URLSession writes a body to disk first.
    let isInChunks = stream.count == nil && tested != .urlSession
    XCTAssertEqual(request.header("Content-Length"), isInChunks ? nil : "\(count)", line: line)
    XCTAssertEqual(request.header("Transfer-Encoding"), isInChunks ? "chunked" : nil, line: line)
    if count > 0 { XCTAssertEqual(log.sent.last, Int64(count), line: line) }
  }

  func testASequenceIsSent() async throws {
    try await overEach {
      let sizes = [(0, 1), (1000, 1), (3_000_000, 1000), (3_000_000, 65_536), (3_000_000, 2_000_000)]
      for (count, chunk) in sizes {
        try await expectArrival(of: count, BodyStream(PatternSequence(count: count, chunk: chunk)))
        try await expectArrival(
          of: count, BodyStream(count: Int64(count), PatternSequence(count: count, chunk: chunk)))
      }
    }
  }

  func testBytesAreSent() async throws {
    try await overEach {
      let bytes = Pattern.bytes(from: 0, count: 100_000)
      let stream = BodyStream(sequence: {
        AsyncStream<UInt8> { continuation in
          for byte in bytes { continuation.yield(byte) }
          continuation.finish()
        }
      })
      try await expectArrival(of: 100_000, stream)
    }
  }

  func testAFormWithASequenceIsSent() async throws {
    try await overEach {
      var form = MultipartFormData()
      form.append("Trent", name: "author")
      form.append(stream: BodyStream(PatternSequence(count: 300_000)), name: "film", fileName: "film.mp4")
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let response = await session.post(try server.url(), multipart: form).response(.data)
      XCTAssertEqual(response.response?.status, 200)
      let request = try XCTUnwrap(server.requests.first)
      let parts = try ParsedForm(request.body, contentType: request.header("Content-Type")).parts
      XCTAssertEqual(parts.last?.body == Pattern.bytes(from: 0, count: 300_000), true)
    }
  }

  func testTheChunksOfAResponseAreSentAsABody() async throws {
    try await overEach {
      let origin = MockServer(afterEach: self)
      origin.stub(.get("/film"), with: .data(Pattern.bytes(from: 0, count: 1_000_000)))
      try origin.start()
      let check = PatternCheck()
      let server = try LoopbackServer(consume: check.take) { _ in [.respond("200 OK")] }
      let chunks = session.get(origin.baseURL.appending(path: "film")).chunks()
      let response = await session.put(try server.url(), stream: BodyStream(chunks)).response(.data)
      XCTAssertEqual(response.response?.status, 200)
      XCTAssertEqual(check.count, 1_000_000)
      XCTAssertNil(check.mismatch)
    }
  }

  // MARK: - Failures

  func testASequenceThatThrowsFailsWhileSending() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for count in [nil, 5_000_000] as [Int64?] {
        let sequence = PatternSequence(count: 5_000_000) { if $0 > 2_000_000 { throw Broken() } }
        let log = try await send(BodyStream(count: count, sequence), to: server)
        XCTAssertEqual(log.summary, ["failed send"])
        XCTAssertTrue(log.error is Broken, "\(String(describing: log.error))")
      }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testTheErrorOfASequenceIsThatOfTheRequest() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let stream = BodyStream(PatternSequence(count: 10) { _ in throw Broken() })
      let error = await session.post(try server.url(), stream: stream).response(.data).error
      XCTAssertTrue(error?.underlyingError is Broken, "\(String(describing: error))")
    }
  }

  func testAnotherLengthThanDeclaredFailsWhileSending() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for (promised, given) in [(200_000, 100_000), (100_000, 100_001), (0, 1)] as [(Int64, Int)] {
        let log = try await send(
          BodyStream(count: promised, PatternSequence(count: given, chunk: 50_000)), to: server)
        XCTAssertEqual(log.summary, ["failed send"])
        let expected = RequestBodyError.countMismatch(promised: promised, given: Int64(given), file: nil)
        XCTAssertEqual(log.error as? RequestBodyError, expected)
      }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testASequenceIsNotOpenedTwice() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let stream = BodyStream(PatternSequence(count: 10))
      _ = try await send(stream, to: server)
      let log = try await send(stream, to: server)
      XCTAssertEqual(log.summary, ["failed send"])
      XCTAssertEqual(log.error as? RequestBodyError, .notRepeatable)
    }
  }

  // MARK: - Sent again

  func testA307OpensTheSequenceAgain() async throws {
    try await overEach {
      let server = try LoopbackServer { request in
        request.path == "/a"
          ? [.respond("307 Temporary Redirect", headers: ["Location: /b"])] : [.respond("200 OK")]
      }
      let opened = Locked(0)
      let stream = BodyStream(sequence: {
        opened.update { $0 += 1 }
        return PatternSequence(count: 200_000)
      })
      let response = await session.put(try server.url("/a"), stream: stream).response(.data)
      XCTAssertEqual(response.response?.status, 200)
      let pattern = Pattern.bytes(from: 0, count: 200_000)
      XCTAssertEqual(server.requests.map { $0.body == pattern }, [true, true])
      XCTAssertEqual(opened.value, 2)
    }
  }

  func testA307OfASequenceThatIsReadOnceFails() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.respond("307 Temporary Redirect", headers: ["Location: /b"])]
      }
      let stream = BodyStream(PatternSequence(count: 200_000))
      let response = await session.put(try server.url("/a"), stream: stream).response(.data)
      XCTAssertEqual(response.error?.reason, .redirect(.bodyNotRepeatable))
      XCTAssertEqual(server.requests.count, 1)
    }
  }

  func testASequenceThatIsNeverSentIsNotIterated() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = EventLog()
      let stream = BodyStream(sequence: { () -> AsyncStream<Data> in
        XCTFail("it was opened")
        return AsyncStream { $0.finish() }
      })
      let task = transport.task(
        for: TransportRequest(method: .post, url: try server.url(), body: .stream(stream)), receiver: log)
      task.cancel()
      task.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      // URLSession needs the length of the body before it connects.
      guard tested != .urlSession else { return }
      let unused = try XCTUnwrap(URL(string: "http://127.0.0.1:\(LoopbackServer.unusedPort())/"))
      let refused = EventLog()
      _ = start(stream, unused, refused)
      await fulfillment(of: [refused.ended], timeout: .patience)
      XCTAssertEqual(refused.summary, ["failed connect"])
    }
  }

  // MARK: - While it waits

  func testTheFirstBytesArriveWhileTheSequenceWaits() async throws {
    try await overEach {
      guard tested != .urlSession else { return }
      let (watched, arrived) = (WatchedStream(), Gate())
      let server = try LoopbackServer(consume: { _ in arrived.open() }) { _ in [.respond("200 OK")] }
      let log = EventLog()
      watched.continuation.yield(Data([1]))
      _ = start(BodyStream(watched.stream), try server.url(), log)
      await arrived.wait()
      XCTAssertEqual(log.summary, [])
      watched.continuation.yield(Data([2]))
      watched.continuation.finish()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.sent.last, 2)
      XCTAssertEqual(log.summary, ["head 200", "finished"])
    }
  }

  func testTheSequenceIsAskedNoFasterThanTheServerReads() async throws {
    try await overEach {
      guard tested != .urlSession else { return }
      let (asked, received, goesOn) = (Locked(0), Locked(0), DispatchSemaphore(value: 0))
      let began = Gate()
      let sequence = PatternSequence(count: 60_000_000) { offset in asked.update { $0 = offset } }
      let consume: @Sendable (Data) -> Void = { chunk in
        let isFirst = received.update { received in
          defer { received += chunk.count }
          return received == 0
        }
        guard isFirst else { return }
        began.open()
        _ = goesOn.wait(timeout: .patience)
      }
      let server = try LoopbackServer(consume: consume) { _ in [.respond("200 OK")] }
      let log = EventLog()
      _ = start(BodyStream(sequence), try server.url(), log)
      await began.wait()
      // Gives the sequence time to run ahead.
      for _ in 0..<50 { _ = await session.get(try server.url("/other")).response(.data) }
      XCTAssertLessThan(asked.value, 30_000_000)
      goesOn.signal()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 200", "finished"])
      XCTAssertEqual(received.value, 60_000_000)
    }
  }
}
