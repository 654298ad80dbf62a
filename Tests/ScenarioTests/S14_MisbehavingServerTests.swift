import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// A session over real sockets and a server that misbehaves in every way.
class S14_MisbehavingServerTests: XCTestCase {
  private let timer = TestScheduler()

  var transport: any Transport { PlatformTransport.standard() }

  private func server(_ response: StubResponse) throws -> MockServer {
    let server = MockServer(timer: timer, afterEach: self)
    server.stub(.everything, with: response)
    try server.start()
    return server
  }

  private func network(_ server: MockServer, timeouts: RequestTimeouts = RequestTimeouts()) -> NetworkSession
  {
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configuration.timeouts = timeouts
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// Sends a request and returns every response that its handler received: exactly one, before any timeout.
  private func ask(_ server: MockServer) async throws -> [DataResponse<String>] {
    let got = Captured<DataResponse<String>>()
    let network = network(server)
    let request = network.get("/a").response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    _ = await got.next(within: .patience)
    // By the end of a second request, a duplicate response would have arrived.
    try? await network.get("/b").void()
    XCTAssertEqual(request.state, .finished)
    XCTAssertEqual(timer.now, .zero)
    return got.values
  }

  private func expectFailure(
    _ response: StubResponse, _ phase: TransportPhase, keeping body: String? = nil, line: UInt = #line
  ) async throws {
    let answers = try await ask(try server(response))
    XCTAssertEqual(answers.count, 1, line: line)
    let error = try XCTUnwrap(answers.first?.error, line: line)
    XCTAssertEqual(error.reason, .transport(phase), line: line)
    XCTAssertNotNil(error.underlyingError, line: line)
    XCTAssertEqual(error.attempts, 1, line: line)
    XCTAssertEqual(error.response?.status, body.map { _ in 200 }, line: line)
    XCTAssertEqual(error.data.map { String(decoding: $0, as: UTF8.self) }, body, line: line)
  }

  func test_S14_aRefusedConnection() async throws {
    let server = try server(.text("hello"))
    try server.refuseConnections()
    let answers = try await ask(server)
    XCTAssertEqual(answers.map(\.error?.reason), [.transport(.connect)])
  }

  func test_S14_aResetBeforeTheStatusLine() async throws { try await expectFailure(.fault(.reset), .head) }

  func test_S14_aCloseBeforeTheStatusLine() async throws { try await expectFailure(.fault(.close), .head) }

  func test_S14_aResetInTheHead() async throws {
    try await expectFailure(.text("hello").fault(.reset(after: .headBytes(20))), .head)
  }

  func test_S14_aResetInTheBody() async throws {
    try await expectFailure(.text("hello").fault(.reset(after: .bodyBytes(2))), .body, keeping: "he")
  }

  func test_S14_aTruncatedChunk() async throws {
    try await expectFailure(.text("hello").fault(.truncatedChunk), .body, keeping: "he")
  }

  func test_S14_aContentLengthThatIsTooLarge() async throws {
    try await expectFailure(.text("hello").fault(.contentLength(off: 3)), .body, keeping: "hello")
  }

  func test_S14_aCloseInTheBody() async throws {
    try await expectFailure(.text("hello").fault(.close(after: .bodyBytes(2))), .body, keeping: "he")
  }

  /// The response ends at its announced length.
  ///
  /// The bytes after it belong neither to this response nor to the next.
  func test_S14_aContentLengthThatIsTooSmall() async throws {
    let server = try server(.text("hello").fault(.contentLength(off: -2)))
    server.stub(.get("/fine"), with: .text("fine"))
    let network = network(server)
    let got = Captured<DataResponse<String>>()
    network.get("/a").response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    _ = await got.next(within: .patience)
    XCTAssertEqual(got.value?.value, "hel")
    let next = try await network.get("/fine").string()
    XCTAssertEqual(next, "fine")
    XCTAssertEqual(got.count, 1)
  }

  func test_S14_garbage() async throws { try await expectFailure(.fault(.garbage), .head) }

  func test_S14_anEndlessHeader() async throws { try await expectFailure(.fault(.endlessHeader), .head) }

  func test_S14_aStallBeforeTheStatusLine() async throws {
    let server = try server(.fault(.stall))
    let got = Captured<DataResponse<String>>()
    let network = network(server, timeouts: RequestTimeouts(idle: .seconds(60)))
    network.get("/a").response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    _ = try await server.takeRequest()
    await letIdle(until: got)
    XCTAssertEqual(got.values.map(\.error?.reason), [.timeout(.idle)])
    XCTAssertNil(got.value?.error?.response)
    XCTAssertNil(got.value?.error?.data)
    try await server.waitForClientCloses(1)
  }

  func test_S14_aStalledBody() async throws {
    let server = try server(.text("hello").fault(.stall(after: .bodyBytes(2))))
    let (got, progress) = (Captured<DataResponse<String>>(), Captured<Int64>())
    let network = network(server, timeouts: RequestTimeouts(idle: .seconds(60)))
    network.get("/a").progress(delivery: .inline) { progress.set($0.completed) }
      .response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    _ = await progress.next(within: .patience)
    await letIdle(until: got)
    XCTAssertEqual(got.values.map(\.error?.reason), [.timeout(.idle)])
    XCTAssertEqual(got.value?.error?.data, Data("he".utf8))
    try await server.waitForClientCloses(1)
  }

  /// Advances time by minutes until the request has failed.
  ///
  /// Received bytes restart the idle timeout on the thread that delivers them, possibly after the first minute here.
  private func letIdle(until got: Captured<DataResponse<String>>) async {
    await waitPatiently {
      timer.advance(by: .seconds(60))
      return got.count > 0
    }
  }

  func test_S14_aSlowBody() async throws {
    let server = try server(.text(String(repeating: "a", count: 1_000)).throttle(bytesPerSecond: 1))
    let got = Captured<DataResponse<String>>()
    let network = network(server, timeouts: RequestTimeouts(total: .seconds(10)))
    network.get("/a").response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    _ = try await server.takeRequest()
    timer.advance(by: .seconds(10))
    _ = await got.next(within: .patience)
    XCTAssertEqual(got.values.map(\.error?.reason), [.timeout(.total)])
    try await server.waitForClientCloses(1)
  }

  func test_S14_aRedirectLoop() async throws {
    let server = try server(.redirect(to: "/a"))
    let got = Captured<DataResponse<String>>()
    network(server).get("/a").response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    _ = await got.next(within: .patience)
    XCTAssertEqual(got.values.map(\.error?.reason), [.redirect(.limit(20))])
    XCTAssertEqual(got.value?.error?.response?.status, 302)
    XCTAssertEqual(server.requestCount, 21)
  }

  // MARK: - Bodies that are not kept in memory

  func test_S14_aResetInAStreamFollowsTheReceivedBytes() async throws {
    let server = try server(.text("hello").fault(.reset(after: .bodyBytes(2))))
    let events = Captured<String>()
    network(server).get("/a").responseStream(delivery: .inline) { event in
      switch event {
      case .head(let head): events.set("\(head.status)")
      case .chunk(let chunk): events.set(String(decoding: chunk, as: UTF8.self))
      case .complete(let response): events.set(response.error.map { "\($0.reason)" } ?? "complete")
      }
    }
    for _ in 0..<3 { _ = await events.next(within: .patience) }
    XCTAssertEqual(events.values, ["200", "he", "\(NetworkError.Reason.transport(.body))"])
  }

  func test_S14_aResetInADownloadLeavesNoFile() async throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "S14-\(UUID().uuidString)")
    let server = try server(.text("hello").fault(.reset(after: .bodyBytes(2))))
    let got = Captured<DataResponse<URL>>()
    network(server).get("/a").download(to: .file(place), delivery: .inline) { got.set($0) }
    _ = await got.next(within: .patience)
    XCTAssertEqual(got.values.map(\.error?.reason), [.transport(.body)])
    XCTAssertFalse(FileManager.default.fileExists(atPath: place.path))
  }
}

/// The same with Foundation's sessions, on platforms where they are not the default transport.
final class S14_MisbehavingServerOverFoundationTests: S14_MisbehavingServerTests {
  override var transport: any Transport { URLSessionTransport() }
}
