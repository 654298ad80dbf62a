import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing
import XCTest

/// The chunks of a service over two connections, with every feature of event streams.
private enum Feed {
  static let first: [StubChunk] = [
    "\u{feff}: welcome\nretry: 1500\n\nid: 1\ndata: one\n\n",
    StubChunk("id: 2\r\nevent: note\r\ndata: two\r\ndata: lines\r\n\r\n", after: .seconds(1)),
    StubChunk(": still here\rid: 3\rdata: three\r\r", after: .seconds(1)),
    StubChunk("id: 4\ndata: unfinished\n", after: .seconds(1)),
  ]
  static let second: [StubChunk] = ["data: four\n\n", StubChunk("id: 5\ndata: five\n\n", after: .seconds(1))]

  static func stream(_ chunks: [StubChunk]) -> StubResponse {
    .stream(chunks, headers: ["Content-Type": "text/event-stream"])
  }

  static let events = [
    ServerSentEvent("one", id: "1"), ServerSentEvent("two\nlines", event: "note", id: "2"),
    ServerSentEvent("three", id: "3"), ServerSentEvent("four", id: "3"), ServerSentEvent("five", id: "5"),
  ]
}

/// An event stream over real sockets.
///
/// The server uses virtual time; the client's timer fires immediately.
class S12_EventStreamTests: XCTestCase {
  var transport: any Transport { PlatformTransport.standard() }

  private let serverTime = TestScheduler()
  private let clientTime = EagerTimer()

  private func server() throws -> MockServer {
    let server = MockServer(timer: serverTime, afterEach: self)
    server.stub(
      .get("/feed"),
      withSequence: [
        Feed.stream(Feed.first).fault(.close(after: .body)),
        Feed.stream(Feed.second).fault(.stall(after: .body)),
      ], then: .repeatingLast)
    try server.start()
    return server
  }

  private func events(_ server: MockServer) -> Observable<ServerSentEvent> {
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configuration.timeouts = RequestTimeouts()
    return NetworkSession(configuration: configuration, transport: transport, timer: clientTime)
      .stream.get("/feed").events()
  }

  func test_S12_eventsArriveOneByOneAcrossConnections() async throws {
    let server = try server()
    let got = Captured<ServerSentEvent>()
    events(server).subscribe(onNext: got.set).disposed(afterEach: self)
    for count in 1...5 {
      let event = await got.next(within: .patience)
      // The server has neither sent the next event nor ended the stream.
      XCTAssertEqual(event, Feed.events[count - 1])
      XCTAssertEqual(got.count, count)
      // The third event is followed by a chunk without a complete event, and by the end of the connection.
      serverTime.advance(by: .seconds(1))
    }
    XCTAssertEqual(server.requests.map { $0.headers["Last-Event-ID"] }, [nil, "3"])
    XCTAssertEqual(server.requests.map { $0.headers["Accept"] }, ["text/event-stream", "text/event-stream"])
    XCTAssertEqual(clientTime.delays.values, [.milliseconds(1500)])
  }

  func test_S12_disposingClosesTheConnection() async throws {
    let server = try server()
    let got = Captured<ServerSentEvent>()
    let subscription = events(server).subscribe(onNext: got.set)
    _ = await got.next(within: .patience)
    subscription.dispose()
    try await server.waitForClientCloses(1)
    XCTAssertEqual(server.requestCount, 1)
    XCTAssertEqual(clientTime.delays.count, 0)
    XCTAssertEqual(got.values, [Feed.events[0]])
  }

  func test_S12_leavingALoopClosesTheConnection() async throws {
    let server = try server()
    for try await event in events(server).values {
      XCTAssertEqual(event, Feed.events[0])
      break
    }
    try await server.waitForClientCloses(1)
  }
}

/// The same with Foundation's sessions, on platforms where they are not the default transport.
final class S12_EventStreamOverFoundationTests: S12_EventStreamTests {
  override var transport: any Transport { URLSessionTransport() }
}

/// An event stream over a mock transport, in virtual time.
@Suite(.netTesting) struct S12_EventStream {
  private let timer = TestScheduler()
  private let transport: MockTransport

  init() { transport = MockTransport(timer: timer) }

  private var events: Observable<ServerSentEvent> {
    NetworkSession(transport: transport, timer: timer).stream.get("https://example.com/feed").events()
  }

  @Test func eventsArriveAtTheirTimesAcrossConnections() {
    transport.stub(
      .get("/feed"),
      withSequence: [
        Feed.stream(Feed.first).fault(.close(after: .body)), Feed.stream(Feed.second), .status(204),
      ])
    let observed = timer.start(created: 0, subscribed: 100, disposed: 1_000) { events }
    // The first connection is lost at 103 s and the second ends at 105.5 s; each next one starts 1.5 s later.
    expect(observed.events).to(
      equal([
        .next(100, Feed.events[0]), .next(101, Feed.events[1]), .next(102, Feed.events[2]),
        .next(.milliseconds(104_500), Feed.events[3]), .next(.milliseconds(105_500), Feed.events[4]),
        .completed(107),
      ]))
    #expect(transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, "3", "5"])
  }

  @Test func disposingDuringTheDelayDoesNotReconnect() {
    transport.stub(.get("/feed"), with: Feed.stream(Feed.first))
    let observed = events.record(afterEach: .test)
    timer.advance(by: .milliseconds(4_400))
    observed.dispose()
    timer.advance(by: .seconds(3_600))
    #expect(observed.values == Array(Feed.events.prefix(3)))
    #expect(transport.requests.count == 1)
    #expect(timer.pendingCount == 0)
  }

  @Test func theSameCodeRunsOverATypedMock() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/feed"), with: Feed.stream(Feed.first).fault(.close(after: .body)))
    let observed = network.stream.get("https://example.com/feed").events().record(afterEach: .test)
    timer.advance(by: .seconds(2))
    #expect(observed.values == Array(Feed.events.prefix(3)))
  }
}
