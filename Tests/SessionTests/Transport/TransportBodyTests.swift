import Dispatch
import Foundation
import TestSupport
import XCTest

@testable import Net

/// Files and streams as bodies, over real connections on this machine.
final class TransportBodyTests: TransportTestCase {
  private struct Broken: Error {}

  private func send(_ body: RequestBody, to server: LoopbackServer) async throws -> EventLog {
    let log = EventLog()
    let request = TransportRequest(
      method: .post, url: try server.url(), headers: ["Content-Type": "a/b"], body: body)
    transport.task(for: request, receiver: log).resume()
    await fulfillment(of: [log.ended], timeout: .patience)
    return log
  }

  /// Sends the body and expects the pattern to arrive, with its length if that is known.
  private func expectArrival(of count: Int, _ body: RequestBody, line: UInt = #line) async throws {
    let check = PatternCheck()
    let server = try LoopbackServer(consume: check.take) { _ in [.respond("200 OK")] }
    let log = try await send(body, to: server)
    XCTAssertEqual(log.summary, ["head 200", "finished"], line: line)
    XCTAssertEqual(check.count, count, line: line)
    XCTAssertNil(check.mismatch, line: line)
    let request = try XCTUnwrap(server.requests.first)
    // URLSession writes a body of unknown length to disk first.
    let isInChunks = body.count == nil && tested != .urlSession
    XCTAssertEqual(request.header("Content-Length"), isInChunks ? nil : "\(count)", line: line)
    XCTAssertEqual(request.header("Transfer-Encoding"), isInChunks ? "chunked" : nil, line: line)
    XCTAssertEqual(request.header("Content-Type"), "a/b", line: line)
    if count > 0 { XCTAssertEqual(log.sent.last, Int64(count), line: line) }
    XCTAssertEqual(log.sent, log.sent.sorted(), line: line)
  }

  func testAFileIsSentWithItsLength() async throws {
    try await overEach {
      let folder = try TemporaryFolder()
      for count in [0, 1, 65_536, 65_537, 3_000_000] {
        try Pattern.write(count, to: folder.file("f"))
        try await expectArrival(of: count, .file(folder.file("f")))
      }
    }
  }

  func testAStreamIsSentWithItsLength() async throws {
    try await overEach {
      try await expectArrival(of: 3_000_000, .stream(BodyStream { PatternReader(count: 3_000_000) }))
      try await expectArrival(of: 100, .stream(BodyStream(count: 100) { PatternReader(count: 100) }))
      try await expectArrival(of: 0, .stream(BodyStream { PatternReader(count: 0) }))
    }
  }

  func testAnInputStreamIsSent() async throws {
    try await overEach {
      let bytes = Pattern.bytes(from: 0, count: 500_000)
      try await expectArrival(of: 500_000, .stream(BodyStream { InputStream(data: bytes) }))
    }
  }

  private let long = 96 << 20

  /// Uploads the body and expects the memory of the process, which also runs the server, to grow by less
  /// than a third of the body's size.
  private func expectFlatMemory(
    of body: RequestBody, line: UInt = #line, _ take: @escaping @Sendable (Data) -> Void
  ) async throws {
    try await expectArrival(of: 65_536, .stream(BodyStream { PatternReader(count: 65_536) }))
    let before = residentBytes()
    let highest = Locked(0)
    let consume: @Sendable (Data) -> Void = { chunk in
      take(chunk)
      let now = residentBytes()
      highest.update { $0 = max($0, now) }
    }
    let server = try LoopbackServer(consume: consume) { _ in [.respond("200 OK")] }
    _ = try await send(body, to: server)
    XCTAssertLessThan(highest.value - before, long / 3, line: line)
  }

  func testALargeFileUsesLittleMemory() async throws {
    try await overEach {
      let folder = try TemporaryFolder()
      try Pattern.write(long, to: folder.file("long"))
      let check = PatternCheck()
      try await expectFlatMemory(of: .file(folder.file("long")), check.take)
      XCTAssertEqual(check.count, long)
      XCTAssertNil(check.mismatch)
    }
  }

  func testALargeFormUsesLittleMemory() async throws {
    try await overEach {
      let folder = try TemporaryFolder()
      try Pattern.write(long, to: folder.file("long"))
      var form = MultipartFormData()
      form.append("Trent", name: "author")
      form.append(file: folder.file("long"), name: "film")
      let body = try form.encoded().body
      let count = Locked(0)
      try await expectFlatMemory(of: body) { chunk in count.update { $0 += chunk.count } }
      XCTAssertGreaterThan(count.value, long)
      XCTAssertEqual(body.count, Int64(count.value))
    }
  }

  func testALargeFormIsComplete() async throws {
    try await overEach {
      let folder = try TemporaryFolder()
      try Pattern.write(12_000_000, to: folder.file("film.mp4"))
      var form = MultipartFormData()
      form.append("Trent", name: "author")
      form.append(file: folder.file("film.mp4"), name: "film")
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let response = await NetworkSession(transport: transport).post(try server.url(), multipart: form)
        .response(.data)
      XCTAssertEqual(response.response?.status, 200)
      guard case .stream = response.request?.body else { return XCTFail("the form was encoded in memory") }
      let request = try XCTUnwrap(server.requests.first)
      XCTAssertEqual(request.header("Content-Length"), "\(request.body.count)")
      XCTAssertNil(request.header("Transfer-Encoding"))
      let parts = try ParsedForm(request.body, contentType: request.header("Content-Type")).parts
      XCTAssertEqual(parts.map(\.name), ["author", "film"])
      XCTAssertEqual(parts.last?.headers["content-type"], "video/mp4")
      XCTAssertEqual(parts.last?.body == Pattern.bytes(from: 0, count: 12_000_000), true)
    }
  }

  func testA307SendsTheFileAgain() async throws {
    try await overEach {
      let folder = try TemporaryFolder()
      try Pattern.write(200_000, to: folder.file("f"))
      let server = try LoopbackServer { request in
        request.path == "/a"
          ? [.respond("307 Temporary Redirect", headers: ["Location: /b"])] : [.respond("200 OK")]
      }
      let response = await NetworkSession(transport: transport)
        .put(try server.url("/a"), file: folder.file("f")).response(.data)
      XCTAssertEqual(response.response?.status, 200)
      XCTAssertEqual(server.requests.map(\.line), ["PUT /a HTTP/1.1", "PUT /b HTTP/1.1"])
      let pattern = Pattern.bytes(from: 0, count: 200_000)
      XCTAssertEqual(server.requests.map { $0.body == pattern }, [true, true])
    }
  }

  func testAMissingFileFailsWhileSending() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let missing = try TemporaryFolder().file("missing")
      let log = try await send(.file(missing), to: server)
      XCTAssertEqual(log.summary, ["failed send"])
      XCTAssertEqual(log.error as? RequestBodyError, .fileMissing(missing))
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testAStreamThatThrowsFailsWhileSending() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for mayWait in [true, false] {
        let stream = BodyStream(count: 5_000_000, isRepeatable: true, mayWait: mayWait) {
          PatternReader(count: 5_000_000) { if $0 > 2_000_000 { throw Broken() } }
        }
        let log = try await send(.stream(stream), to: server)
        XCTAssertEqual(log.summary, ["failed send"])
        XCTAssertTrue(log.error is Broken, "\(String(describing: log.error))")
      }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testAStreamShorterThanDeclaredFailsWhileSending() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let stream = BodyStream(count: 200_000, isRepeatable: true, mayWait: false) {
        PatternReader(count: 100_000)
      }
      let log = try await send(.stream(stream), to: server)
      XCTAssertEqual(log.summary, ["failed send"])
      XCTAssertEqual(
        log.error as? RequestBodyError, .countMismatch(promised: 200_000, given: 100_000, file: nil))
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testAStreamDeclaredAsEmptyThatHasBytesFailsWhileSending() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      for mayWait in [true, false] {
        let stream = BodyStream(count: 0, isRepeatable: true, mayWait: mayWait) { PatternReader(count: 1) }
        let log = try await send(.stream(stream), to: server)
        XCTAssertEqual(log.summary, ["failed send"])
        XCTAssertEqual(log.error as? RequestBodyError, .countMismatch(promised: 0, given: 1, file: nil))
      }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testABlockedStreamDoesNotDelayOtherRequests() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let isOpen = DispatchSemaphore(value: 0)
      let goesOn = DispatchSemaphore(value: 0)
      let slow = BodyStream(count: 200_000) {
        PatternReader(count: 200_000) { offset in
          guard offset > 0, offset <= 65_536 else { return }
          isOpen.signal()
          if goesOn.wait(timeout: .patience) == .timedOut { throw Broken() }
        }
      }
      let log = EventLog()
      let request = TransportRequest(method: .post, url: try server.url("/slow"), body: .stream(slow))
      transport.task(for: request, receiver: log).resume()
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          isOpen.wait()
          continuation.resume()
        }
      }
      let other = EventLog()
      let quick = try tested.make()
      quick.task(for: TransportRequest(url: try server.url("/quick")), receiver: other).resume()
      await fulfillment(of: [other.ended], timeout: .patience)
      XCTAssertEqual(other.summary, ["head 200", "finished"])
      goesOn.signal()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 200", "finished"])
      XCTAssertEqual(server.requests.map(\.path), ["/quick", "/slow"])
    }
  }

  func testCancellingWhileAStreamIsReadSendsNothing() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = EventLog()
      let made = Locked<(any TransportTask)?>(nil)
      let endless = BodyStream {
        PatternReader(count: .max) { if $0 > 1_000_000 { made.value?.cancel() } }
      }
      let task = transport.task(
        for: TransportRequest(method: .post, url: try server.url(), body: .stream(endless)), receiver: log)
      made.update { $0 = task }
      task.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["cancelled"])
      made.update { $0 = nil }
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  func testCancellingWhileAFileIsSentClosesTheConnection() async throws {
    try await overEach {
      let folder = try TemporaryFolder()
      try Pattern.write(20_000_000, to: folder.file("f"))
      let arrived = expectation(description: "some of the body arrived")
      arrived.assertForOverFulfill = false
      let isCancelled = DispatchSemaphore(value: 0)
      let check = PatternCheck()
      let consume: @Sendable (Data) -> Void = { chunk in
        check.take(chunk)
        arrived.fulfill()
        if check.count < 1_000_000 { _ = isCancelled.wait(timeout: .patience) }
      }
      let server = try LoopbackServer(consume: consume) { _ in [.respond("200 OK")] }
      let log = EventLog()
      let task = transport.task(
        for: TransportRequest(method: .post, url: try server.url(), body: .file(folder.file("f"))),
        receiver: log)
      task.resume()
      await fulfillment(of: [arrived], timeout: .patience)
      task.cancel()
      await fulfillment(of: [log.ended], timeout: .patience)
      for _ in 0..<100 { isCancelled.signal() }
      XCTAssertEqual(log.summary, ["cancelled"])
      XCTAssertEqual(server.requests.count, 0)
    }
  }

  /// Bodies of each kind, with 100,000 bytes.
  private func bodies(isRepeatable: Bool) -> [(kind: String, body: RequestBody)] {
    let count = 100_000
    let sequence = PatternSequence(count: count, chunk: 30_000)
    return [
      ("data", .data(Pattern.bytes(from: 0, count: count))),
      (
        "counted stream",
        .stream(BodyStream(count: Int64(count), isRepeatable: isRepeatable) { PatternReader(count: count) })
      ),
      ("stream", .stream(BodyStream(isRepeatable: isRepeatable) { PatternReader(count: count) })),
      ("sequence", .stream(BodyStream(isRepeatable: isRepeatable, sequence))),
    ]
  }

  /// Sends a body of each kind to a server that reads it and then ends the connection in this way.
  private func expectFailureOfTheHead(
    _ method: HTTPMethod, after end: WireStep, onKeptConnection isKept: Bool, isRepeatable: Bool = true
  ) async throws {
    try await overEach {
      for (kind, body) in bodies(isRepeatable: isRepeatable) {
        let server = try LoopbackServer { $0.path == "/first" ? [.respond("200 OK")] : [end] }
        if isKept {
          let first = EventLog()
          transport.task(for: TransportRequest(url: try server.url("/first")), receiver: first).resume()
          await fulfillment(of: [first.ended], timeout: .patience)
        }
        let log = EventLog()
        let request = TransportRequest(method: method, url: try server.url(), body: body)
        transport.task(for: request, receiver: log).resume()
        await fulfillment(of: [log.ended], timeout: .patience)
        XCTAssertEqual(log.summary, ["failed head"], kind)
        XCTAssertEqual(log.sent.last, 100_000, kind)
      }
    }
  }

  func testAResetAfterTheWholeBodyFailsInTheHeadPhase() async throws {
    try await expectFailureOfTheHead(.post, after: .reset, onKeptConnection: false)
  }

  func testAKeptConnectionThatEndsAfterTheWholeBodyFailsInTheHeadPhase() async throws {
    try await expectFailureOfTheHead(.post, after: .close, onKeptConnection: true)
  }

  func testABodyThatCannotBeRepeatedForAKeptConnectionFailsInTheHeadPhase() async throws {
    try await expectFailureOfTheHead(.put, after: .close, onKeptConnection: true, isRepeatable: false)
  }

  #if os(Linux)
    func testAResetWithinABodyOfUnknownLengthFailsInTheSendPhase() async throws {
      let server = try SocketServer { connection, _ in
        var count = 0
        while count < 200_000, let chunk = connection.receive() { count += chunk.count }
        connection.resetsOnClose()
      }
      let url = try XCTUnwrap(URL(string: "http://127.0.0.1:\(server.port)/"))
      let body = BodyStream { PatternReader(count: 50_000_000) }
      let log = EventLog()
      try TestedTransport.curl.make().task(
        for: TransportRequest(method: .post, url: url, body: .stream(body)), receiver: log
      ).resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["failed send"])
    }
  #endif
}

/// The resident memory of the process.
private func residentBytes() -> Int {
  #if os(Linux)
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? .max / 8192) * 4096
  #else
    // On other platforms, only the length is tested.
    return 0
  #endif
}
